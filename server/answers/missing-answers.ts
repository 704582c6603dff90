import type { Kysely } from 'kysely'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import { composeAnswer } from './compose-answer.ts'
import type { ComposedAnswer } from './compose-answer.ts'
import {
  selectPromptsWithText,
  selectMade,
  selectAnsweringContestants,
  selectSamples,
} from './making-queries.ts'
import type { PromptRow, AnsweringContestantRow } from './making-queries.ts'
import { shownAnswers } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

/** An answer that a provider must make, because there is none or its inputs have changed. */
export interface MissingAnswer {
  contestantId: number
  promptId: number
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: number
  /** The outdated answer, which nobody has seen and the new one replaces; null if there is none. */
  answerId: number | null
  /** The provider's name. */
  provider: string
  sha256: string
  turns: number
}

/**
 * The missing answers of active contestants with a provider to the prompts in use. They come prompt by prompt,
 * because judging starts with the first prompts.
 * @param contestantIds only of these contestants; null: of all
 * @throws {ProblemError} if the inputs of an answer that was shown, judged or voted on have changed
 */
export async function missingAnswers(
  db: Kysely<Database>,
  arenaId: number,
  contestantIds: readonly number[] | null = null,
): Promise<MissingAnswer[]> {
  const all = await selectAnsweringContestants(db, arenaId)
  const contestants = contestantIds ? all.filter(({ id }) => contestantIds.includes(id)) : all
  if (contestants.length === 0) return []
  const [prompts, answersByKey, samples] = await Promise.all([
    selectPromptsWithText(db, arenaId),
    selectMade(db, arenaId),
    selectSamples(db, arenaId),
  ])
  const missing: MissingAnswer[] = []
  const outdated = new Map<number, string>()
  for (const prompt of prompts)
    for (const contestant of contestants) {
      const bySample = new Map(
        answersByKey.get(`${prompt.id} ${contestant.id}`)?.map((one) => [one.sample, one]),
      )
      // answers beyond the requested number stay, unless they are outdated
      const last = Math.max(samples, ...bySample.keys())
      for (let sample = 1; sample <= last; sample++) {
        const old = bySample.get(sample)
        if ((!old && sample > samples) || old?.erased) continue
        const { sha256, turns } = composeAnswer(contestant, prompt, sample)
        if (old?.sha256 === sha256) continue
        if (old) outdated.set(old.id, contestant.name)
        if (prompt.retired) continue
        missing.push({
          contestantId: contestant.id,
          promptId: prompt.id,
          sample,
          answerId: old?.id ?? null,
          provider: contestant.provider,
          sha256,
          turns,
        })
      }
    }
  const shown = await shownAnswers(db, arenaId, [...outdated.keys()])
  if (shown.size > 0) refuseToRemake(new Set([...shown].map((id) => outdated.get(id)!)))
  return missing
}

function refuseToRemake(names: ReadonlySet<string>): never {
  const sorted = [...names].sort()
  throw new ProblemError('invalid_request', msg('made_anew', { contestants: sorted }), {
    about: { contestant: sorted[0] },
  })
}

/** The contestant that makes the answer, and its request. @throws {ProblemError} if the arena has no such contestant or prompt */
export async function answerToMake(
  db: Kysely<Database>,
  arenaId: number,
  { contestantId, promptId, sample }: Pick<MissingAnswer, 'contestantId' | 'promptId'> & { sample?: number },
): Promise<{ contestant: AnsweringContestantRow; prompt: PromptRow; composed: ComposedAnswer }> {
  const [[contestant], [prompt]] = await Promise.all([
    selectAnsweringContestants(db, arenaId, contestantId),
    selectPromptsWithText(db, arenaId, promptId),
  ])
  if (!contestant || !prompt)
    throw new ProblemError(
      'invalid_request',
      msg('nothing_to_make', { contestant: contestantId, prompt: promptId }),
    )
  return { contestant, prompt, composed: composeAnswer(contestant, prompt, sample) }
}

/** The active contestants whose answers a provider makes, by id. */
export async function answeringContestants(
  db: Kysely<Database>,
  arenaId: number,
): Promise<Map<number, AnsweringContestantRow>> {
  return new Map(
    (await selectAnsweringContestants(db, arenaId)).map((contestant) => [contestant.id, contestant]),
  )
}
