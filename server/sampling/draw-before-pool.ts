import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { pairKey } from './pair-key.ts'
import { poolOf } from './pool.ts'
import { selectActiveContestants, selectAnswersTo, selectSharedPrompts } from './queries.ts'
import { samplePair } from './sample-pair.ts'
import type { Draw } from './sample-pair.ts'

const TRIES = 16

/**
 * Draws as `samplePair` does, with the same probabilities, from the database: it reads the answers of the pairs that it
 * proposes and no others.
 * @param seenPairs keys of the pairs that this voter has seen
 * @returns null if none of a few proposed pairs has an open prompt
 */
export async function drawBeforePool(
  { db, random }: Pick<Deps, 'db' | 'random'>,
  { id }: Pick<Arena, 'id'>,
  seenPairs: ReadonlySet<string>,
): Promise<Draw | null> {
  const contestants = await selectActiveContestants(db, id)
  const count = contestants.length
  if (count < 2) return null
  const below = (limit: number) => Math.floor(random() * limit)
  for (let tries = 0; tries < TRIES; tries++) {
    const i = below(count)
    const j = (i + 1 + below(count - 1)) % count
    const [one, other] = [contestants[i], contestants[j]]
    const prompts = (await selectSharedPrompts(db, id, one, other)).filter(
      (promptId) => !seenPairs.has(pairKey(promptId, one, other)),
    )
    if (prompts.length === 0) continue
    const answers = await selectAnswersTo(db, id, prompts[below(prompts.length)], [one, other])
    const draw = samplePair(poolOf(answers), seenPairs, random)
    if (draw) return draw
  }
  return null
}
