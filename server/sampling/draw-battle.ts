import { PEOPLE } from '../../shared/contracts/source.ts'
import type { Arena } from '../arenas/index.ts'
import { currentContenders, sampleWithFocus } from './focus.ts'
import type { Deps } from '../platform/deps.ts'
import { queryRows } from '../platform/postgres/query.ts'
import { ProblemError } from '../platform/problem.ts'
import {
  type Pool,
  buildPool,
  selectPromptAnswers,
  selectActiveContestants,
  selectSharedPrompts,
  currentPool,
  poolIfRead,
} from './pool.ts'
import { pairKey, countPoolPairs, canMeet, proposePair, samplePair, type Draw } from './sample-pair.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Db } from '../platform/schema.ts'

/**
 * Draws this many different pairs with a prompt, each uniformly as for a voter who has seen the earlier ones.
 * @param seenPairs keys of pairs that are not drawn
 * @returns fewer if the arena has no more
 */
export async function drawPairs(
  deps: Pick<Deps, 'db'>,
  arena: Arena,
  count: number,
  seenPairs: ReadonlySet<string>,
  random: () => number,
): Promise<Draw[]> {
  const pool = await currentPool(deps, arena)
  const taken = new Set(seenPairs)
  const draws: Draw[] = []
  while (draws.length < count) {
    const draw = samplePair(pool, taken, random)
    if (!draw) break
    draws.push(draw)
    taken.add(pairKey(draw.promptId, draw.left.contestantId, draw.right.contestantId))
  }
  return draws
}

/** Whether both answers can still be shown. */
export async function isInPool(
  deps: Pick<Deps, 'db'>,
  arena: Arena,
  { promptId, left, right }: Draw,
): Promise<boolean> {
  const sides = [left, right]
  const pool = await poolIfRead(deps, arena)
  if (pool)
    return sides.every(({ contestantId, answerId }) =>
      pool.answers[pool.contestants.indexOf(contestantId)]?.get(promptId)?.some(({ id }) => id === answerId),
    )
  const contestants = sides.map(({ contestantId }) => contestantId)
  const answers = await selectPromptAnswers(deps.db, arena.id, promptId, contestants)
  return sides.every(({ answerId }) => answers.some((answer) => answer.answer_id === answerId))
}

const NOTHING: ReadonlySet<string> = new Set()

const NOBODY: ReadonlySet<number> = new Set()

/**
 * Draws the next pair and prompt for this voter. With `sampling: focus`, half of the pairs are drawn among
 * contestants that may still be first on people's board of the criterion. While a pool of many answers is read, pairs are
 * drawn from the database; only with focus a draw waits for the pool, since it counts all pairs.
 * @throws {ProblemError} arena_not_ready if no two contestants can meet; nothing_left_to_vote_on if this voter has
 *   seen every pair
 */
export async function drawBattle(
  deps: Pick<Deps, 'db' | 'chance'>,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<Draw> {
  const [atHand, seenPairs, contenders] = await Promise.all([
    poolIfRead(deps, arena),
    selectSeenPairs(deps.db, arena.id, voter),
    arena.settings.sampling === 'focus' ? currentContenders(deps.db, arena, PEOPLE, criterion) : NOBODY,
  ])
  if (!atHand && contenders.size === 0) {
    const early = await drawBeforePool(deps, arena, seenPairs)
    if (early) return early
  }
  const pool = atHand ?? (await currentPool(deps, arena))
  const draw = drawFromPool(pool, contenders, seenPairs, deps.chance.random)
  if (draw) return draw
  if (canMeet(pool)) throw new ProblemError('nothing_left_to_vote_on', msg('all_pairs_seen'))
  throw new ProblemError('arena_not_ready', msg('arena_without_pairs', { arena: arena.slug }))
}

/** Among all contestants alike, or half of the time among those that may still be first, if there are any. */
const drawFromPool = (
  pool: Pool,
  contenders: ReadonlySet<number>,
  seenPairs: ReadonlySet<string>,
  random: () => number,
): Draw | null =>
  contenders.size > 0
    ? sampleWithFocus(pool, contenders, seenPairs, random)
    : samplePair(pool, seenPairs, random)

/**
 * Draws a pair of contestants that answer a new prompt, as the arena draws its pairs, and who stands left.
 * @param contestantIds who can answer
 * @param source with `sampling: focus`, the board of this source and criterion says who may still be first
 * @returns null for fewer than two contestants
 */
export async function drawContestants(
  deps: Pick<Deps, 'db' | 'chance'>,
  arena: Arena,
  contestantIds: readonly number[],
  { source, criterion }: { source: string; criterion: string },
): Promise<{ left: number; right: number; pairProbability?: number } | null> {
  // each has one answer of its own to the one prompt
  const pool: Pool = {
    contestants: [...contestantIds],
    answers: contestantIds.map((id) => new Map([[0, [{ id: 0, text: String(id) }]]])),
  }
  const contenders =
    arena.settings.sampling === 'focus' ? await currentContenders(deps.db, arena, source, criterion) : NOBODY
  const draw = drawFromPool(pool, contenders, NOTHING, deps.chance.random)
  if (!draw) return null
  const { left, right, pairProbability } = draw
  return {
    left: left.contestantId,
    right: right.contestantId,
    ...(pairProbability !== undefined && { pairProbability }),
  }
}

/** How many pairs on prompts voters can be shown, counted up to `most`; `most` while a large pool is still read. */
export async function countPairs(deps: Pick<Deps, 'db'>, arena: Arena, most: number): Promise<number> {
  const pool = await poolIfRead(deps, arena)
  return pool ? countPoolPairs(pool, most) : most
}

/** The keys of the pairs that the voter was shown on the page, decided or not. */
async function selectSeenPairs(db: Db, arenaId: number, voter: string): Promise<Set<string>> {
  // a repeat shows a pair that was shown before; only without repeats does an index find the voter's battles
  const rows = await queryRows<{ prompt: number; left: number; right: number }>(db)`
    select prompt_id as prompt, left_contestant_id as left, right_contestant_id as right from battles
    where arena_id = ${arenaId} and voter = ${voter} and origin in ('page', 'calibration') and repeat_of is null`
  return new Set(rows.map(({ prompt, left, right }) => pairKey(prompt, left, right)))
}

const TRIES = 16

/**
 * Draws as `samplePair` does, with the same probabilities, from the database: it reads the answers of the pairs that it
 * proposes and no others.
 * @param seenPairs keys of the pairs that this voter has seen
 * @returns null if none of a few proposed pairs has an open prompt
 */
export async function drawBeforePool(
  { db, chance: { random } }: Pick<Deps, 'db' | 'chance'>,
  { id }: Pick<Arena, 'id'>,
  seenPairs: ReadonlySet<string>,
): Promise<Draw | null> {
  const contestants = await selectActiveContestants(db, id)
  const count = contestants.length
  if (count < 2) return null
  for (let tries = 0; tries < TRIES; tries++) {
    const [first, second] = proposePair(count, random).map((place) => contestants[place]) as [number, number]
    const prompts = (await selectSharedPrompts(db, id, first, second)).filter(
      (promptId) => !seenPairs.has(pairKey(promptId, first, second)),
    )
    if (prompts.length === 0) continue
    const answers = await selectPromptAnswers(db, id, prompts[Math.floor(random() * prompts.length)], [
      first,
      second,
    ])
    const draw = samplePair(buildPool(answers), seenPairs, random)
    if (draw) return draw
  }
  return null
}
