import type { Arena } from '../arenas/index.ts'
import { contendersOf } from './contenders.ts'
import { sampleWithFocus } from './focus.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { drawBeforePool } from './draw-before-pool.ts'
import type { Pool } from './pool.ts'
import { selectAnswersTo, selectSeenPairs } from './queries.ts'
import { poolAt, poolIfRead } from './read-pool.ts'
import { pairKey } from './pair-key.ts'
import { canMeet, samplePair } from './sample-pair.ts'
import type { Draw } from './sample-pair.ts'
import { msg } from '../../shared/messages/index.ts'

/**
 * Draws this many different pairs with a prompt, each uniformly as for a voter who has seen the earlier ones.
 * @param seen keys of pairs that are not drawn
 * @returns fewer if the arena has no more
 */
export async function drawPairs(
  deps: Pick<Deps, 'db'>,
  arena: Arena,
  count: number,
  seen: ReadonlySet<string>,
  random: () => number,
): Promise<Draw[]> {
  const pool = await poolAt(deps, arena)
  const taken = new Set(seen)
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
  const answers = await selectAnswersTo(deps.db, arena.id, promptId, contestants)
  return sides.every(({ answerId }) => answers.some((one) => one.answer_id === answerId))
}

/**
 * Draws a pair as for a voter who has seen nothing.
 * @param promptId the prompt; undefined: any
 * @param contestantIds the contestants that must be in the pair, none to two
 * @returns null if voters are shown no such pair
 */
export async function drawPreview(
  deps: Pick<Deps, 'db' | 'random'>,
  arena: Arena,
  { promptId, contestantIds }: { promptId: number | undefined; contestantIds: readonly number[] },
): Promise<Draw | null> {
  const pool = await poolAt(deps, arena)
  const among = (ids: readonly number[]) => samplePair(partOf(pool, ids, promptId), NOTHING, deps.random)
  const [one, other] = contestantIds
  if (one === undefined) return among(pool.contestants)
  if (other !== undefined) return among([one, other])
  const others = pool.contestants.filter((id) => id !== one)
  const start = Math.floor(deps.random() * others.length)
  for (let i = 0; i < others.length; i++) {
    const draw = among([one, others[(start + i) % others.length]])
    if (draw) return draw
  }
  return null
}

const NOTHING: ReadonlySet<string> = new Set()

/** The answers of some contestants, to one prompt or to all. */
function partOf(pool: Pool, ids: readonly number[], promptId: number | undefined): Pool {
  const places = ids.map((id) => pool.contestants.indexOf(id)).filter((place) => place >= 0)
  return {
    contestants: places.map((place) => pool.contestants[place]),
    answers: places.map((place) => {
      const all = pool.answers[place]
      if (promptId === undefined) return all
      const answers = all.get(promptId)
      return new Map(answers ? [[promptId, answers]] : [])
    }),
  }
}

const NOBODY: ReadonlySet<number> = new Set()

/**
 * Draws the next pair and prompt for this voter. With `sampling: focus`, half of the pairs are drawn among
 * contestants that may still be first on people's board of the criterion. While a pool of many answers is read, pairs are
 * drawn from the database; only with focus a draw waits for the pool, since it counts all pairs.
 * @throws {ProblemError} arena_not_ready if no two contestants can meet; nothing_left_to_vote_on if this voter has
 *   seen every pair
 */
export async function drawBattle(
  deps: Pick<Deps, 'db' | 'random'>,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<Draw> {
  const [atHand, seenPairs, contenders] = await Promise.all([
    poolIfRead(deps, arena),
    selectSeenPairs(deps.db, arena.id, voter),
    arena.settings.sampling === 'focus' ? contendersOf(deps.db, arena, 'humans', criterion) : NOBODY,
  ])
  if (!atHand && contenders.size === 0) {
    const early = await drawBeforePool(deps, arena, seenPairs)
    if (early) return early
  }
  const pool = atHand ?? (await poolAt(deps, arena))
  const draw =
    contenders.size > 0
      ? sampleWithFocus(pool, contenders, seenPairs, deps.random)
      : samplePair(pool, seenPairs, deps.random)
  if (draw) return draw
  if (canMeet(pool)) throw new ProblemError('nothing_left_to_vote_on', msg('all_pairs_seen'))
  throw new ProblemError('arena_not_ready', msg('arena_without_pairs', { arena: arena.slug }))
}
