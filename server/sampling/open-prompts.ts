/** The prompts on which two contestants can meet, found once for each pair of a pool. */
import { Lru } from '../platform/lru.ts'
import { anyDifferent } from './pool.ts'
import type { Pool } from './pool.ts'
import { pairKey } from './pair-key.ts'

/** Prompts that are kept for all pairs of a pool together, 4 bytes each. */
const MOST_KEPT = 8_000_000

const sharedByPool = new WeakMap<Pool, Lru<Int32Array>>()

/** Prompts in ascending order, some of which are left out. */
export interface OpenPrompts {
  count: number
  /** @param index below `count` */
  at(index: number): number
}

/**
 * The prompts on which the voter has not seen contestants i and j of the pool. After the first time it costs as much as the
 * voter has seen, however many prompts there are.
 * @param seenPairs keys of the pairs that this voter has seen
 */
export function openPrompts(pool: Pool, i: number, j: number, seenPairs: ReadonlySet<string>): OpenPrompts {
  const shared = sharedPrompts(pool, Math.min(i, j), Math.max(i, j))
  const seen = seenPlaces(shared, pool.contestants[i], pool.contestants[j], seenPairs)
  return {
    count: shared.length - seen.length,
    at(index) {
      let place = index
      for (const left of seen) if (left <= place) place++
      return shared[place]
    },
  }
}

/** Where the prompts that the voter has seen the pair on are among these, ascending. */
function seenPlaces(
  shared: Int32Array,
  one: number,
  other: number,
  seenPairs: ReadonlySet<string>,
): number[] {
  const seen: number[] = []
  if (seenPairs.size > shared.length) {
    for (const [place, promptId] of shared.entries())
      if (seenPairs.has(pairKey(promptId, one, other))) seen.push(place)
    return seen
  }
  const end = pairKey(0, one, other).slice(1)
  for (const key of seenPairs) {
    if (!key.endsWith(end)) continue
    const place = placeIn(shared, Number(key.slice(0, -end.length)))
    if (place !== null) seen.push(place)
  }
  return seen.sort((a, b) => a - b)
}

/** The prompts to which both have an answer with different texts, ascending. */
function sharedPrompts(pool: Pool, i: number, j: number): Int32Array {
  const kept = sharedByPool.get(pool) ?? new Lru<Int32Array>(MOST_KEPT, ({ length }) => length + 50)
  sharedByPool.set(pool, kept)
  const key = `${i} ${j}`
  const there = kept.get(key)
  if (there) return there
  const [fewer, more] =
    pool.answers[i].size <= pool.answers[j].size
      ? [pool.answers[i], pool.answers[j]]
      : [pool.answers[j], pool.answers[i]]
  const prompts: number[] = []
  for (const [promptId, answers] of fewer) {
    const others = more.get(promptId)
    if (others && anyDifferent(answers, others)) prompts.push(promptId)
  }
  const shared = Int32Array.from(prompts).sort()
  kept.set(key, shared)
  return shared
}

/** Where a number is in ascending ones; null if it is not there. */
function placeIn(ascending: Int32Array, wanted: number): number | null {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle] < wanted) low = middle + 1
    else high = middle
  }
  return ascending[low] === wanted ? low : null
}
