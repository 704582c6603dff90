import type { Kysely } from 'kysely'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import { composeAnswer } from './compose-answer.ts'
import type { ComposedAnswer } from './compose-answer.ts'
import { selectAsked, selectMade, selectMakers, selectSamples } from './making-queries.ts'
import type { AskedRow, MakerRow } from './making-queries.ts'
import { shownAnswers } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

/** An answer that a provider must make, because there is none or its inputs have changed. */
export interface MissingAnswer {
  contestantId: number
  promptId: number
  /** Which of the contestant's answers to the prompt, from 1. */
  sample: number
  /** The outdated answer, which nobody has seen and the new one replaces; null if there is none. */
  answerId: number | null
  /** The provider's name. */
  provider: string
  sha256: string
  turns: number
}

/**
 * The missing answers of active contestants with a provider to the prompts in use, prompt by prompt, so that the first
 * prompts can be judged first.
 * @param contestantIds  only of these contestants; null: of all
 * @throws {ProblemError} if the inputs of an answer that was shown, judged or voted on have changed
 */
export async function missingAnswers(
  db: Kysely<Database>,
  arenaId: number,
  contestantIds: readonly number[] | null = null,
): Promise<MissingAnswer[]> {
  const all = await selectMakers(db, arenaId)
  const makers = contestantIds ? all.filter(({ id }) => contestantIds.includes(id)) : all
  if (makers.length === 0) return []
  const [prompts, made, samples] = await Promise.all([
    selectAsked(db, arenaId),
    selectMade(db, arenaId),
    selectSamples(db, arenaId),
  ])
  const missing: MissingAnswer[] = []
  const outdated = new Map<number, string>()
  for (const prompt of prompts)
    for (const maker of makers) {
      const bySample = new Map(made.get(`${prompt.id} ${maker.id}`)?.map((one) => [one.sample, one]))
      // answers beyond the wanted number stay, unless they are outdated
      const last = Math.max(samples, ...bySample.keys())
      for (let sample = 1; sample <= last; sample++) {
        const old = bySample.get(sample)
        if (!old && sample > samples) continue
        const { sha256, turns } = composeAnswer(maker, prompt, sample)
        if (old?.sha256 === sha256) continue
        if (old) outdated.set(old.id, maker.name)
        if (prompt.retired) continue
        missing.push({
          contestantId: maker.id,
          promptId: prompt.id,
          sample,
          answerId: old?.id ?? null,
          provider: maker.provider,
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
): Promise<{ maker: MakerRow; prompt: AskedRow; composed: ComposedAnswer }> {
  const [[maker], [prompt]] = await Promise.all([
    selectMakers(db, arenaId, contestantId),
    selectAsked(db, arenaId, promptId),
  ])
  if (!maker || !prompt)
    throw new ProblemError(
      'invalid_request',
      msg('nothing_to_make', { contestant: contestantId, prompt: promptId }),
    )
  return { maker, prompt, composed: composeAnswer(maker, prompt, sample) }
}

/** The active contestants whose answers a provider makes, by id. */
export async function answerMakers(db: Kysely<Database>, arenaId: number): Promise<Map<number, MakerRow>> {
  return new Map((await selectMakers(db, arenaId)).map((maker) => [maker.id, maker]))
}
