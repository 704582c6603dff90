import { contestantFamily } from '../../../contestants/index.ts'
import type { Contestant } from '../../../contestants/index.ts'
import type { GivenAnswer } from './queries.ts'

/** The entries of the contestants in arena.yaml, the files of their answers, and the names of those known from votes only. */
export function contestantEntries(
  contestants: readonly Contestant[],
  importedAnswers: readonly GivenAnswer[],
) {
  const answers = Map.groupBy(importedAnswers, ({ contestantId }) => contestantId)
  const files = new Map<string, string>()
  const entries: object[] = []
  const without: string[] = []
  for (const contestant of contestants) {
    const ownAnswers = answers.get(contestant.id)
    const path = `answers/${contestant.slug}.jsonl`
    if (contestant.provider === null && !ownAnswers) without.push(contestant.name)
    else {
      entries.push(contestantEntry(contestant, path))
      if (ownAnswers && contestant.provider === null) files.set(path, rowsOf(ownAnswers))
    }
  }
  return { contestants: entries, files, without }
}

function contestantEntry(contestant: Contestant, responses: string) {
  const { name, provider, model, system, template, params, owner, family, control_of } = contestant
  const inferredFamily = contestantFamily({ name: '', model, family: null })
  return {
    name,
    ...(provider === null ? { responses } : { provider }),
    ...(model !== null && { model }),
    ...(system !== null && { system }),
    ...(template !== null && { template }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(owner !== null && { owner }),
    ...(family !== null && family !== inferredFamily && { family }),
    ...(control_of !== null && { controlOf: control_of }),
  }
}

/** Names the samples if any prompt has several. */
function rowsOf(answers: readonly GivenAnswer[]): string {
  const several = answers.some(({ sample }) => sample > 1)
  return answers.map(({ sample, ...answer }) => answerRow(answer, several ? sample : null)).join('')
}

function answerRow(
  { contestantId: _, prompt, text, turns, ...beside }: Omit<GivenAnswer, 'sample'>,
  sample: number | null,
): string {
  const known = Object.entries(beside).filter(([, value]) => value !== null)
  const reply = turns ? { turns } : { text: text ?? '' }
  return `${JSON.stringify({ prompt, ...(sample !== null && { sample }), ...reply, ...Object.fromEntries(known) })}\n`
}
