import { familyAsTold } from '../../../contestants/index.ts'
import type { Contestant } from '../../../contestants/index.ts'
import type { GivenAnswer } from './queries.ts'

/** The contestants as an arena.yaml has them, the files of their answers, and the names of those of whom nothing but votes is known. */
export function contestantsWritten(contestants: readonly Contestant[], given: readonly GivenAnswer[]) {
  const answers = Map.groupBy(given, ({ contestantId }) => contestantId)
  const files = new Map<string, string>()
  const written: object[] = []
  const without: string[] = []
  for (const contestant of contestants) {
    const own = answers.get(contestant.id)
    const path = `answers/${contestant.slug}.jsonl`
    if (contestant.provider === null && !own) without.push(contestant.name)
    else {
      written.push(contestantWritten(contestant, path))
      if (own && contestant.provider === null) files.set(path, own.map(answerWritten).join(''))
    }
  }
  return { contestants: written, files, without }
}

function contestantWritten(contestant: Contestant, responses: string) {
  const { name, provider, model, system, template, params, owner, family, control_of } = contestant
  const told = familyAsTold({ name: '', model, family: null })
  return {
    name,
    ...(provider === null ? { responses } : { provider }),
    ...(model !== null && { model }),
    ...(system !== null && { system }),
    ...(template !== null && { template }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(owner !== null && { owner }),
    ...(family !== null && family !== told && { family }),
    ...(control_of !== null && { controlOf: control_of }),
  }
}

function answerWritten({ contestantId: _, prompt, text, turns, ...beside }: GivenAnswer): string {
  const known = Object.entries(beside).filter(([, value]) => value !== null)
  const said = turns ? { turns } : { text: text ?? '' }
  return `${JSON.stringify({ prompt, ...said, ...Object.fromEntries(known) })}\n`
}
