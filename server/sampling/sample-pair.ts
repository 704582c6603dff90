import { anyDifferent, type Pool, type PoolAnswer } from './pool.ts'
import { LRUCache } from 'lru-cache'

interface Side {
  contestantId: number
  answerId: number
}

export interface Draw {
  promptId: number
  left: Side
  right: Side
  /** The probability of the pair, if not all open pairs were equally likely. */
  pairProbability?: number
}

const TRIES = 64

/**
 * Draws a pair uniformly from those with an open prompt, then one of its open prompts uniformly, then the sides. Then
 * it draws one answer of each contestant: all combinations of two different texts are equally likely. Pairs are
 * proposed uniformly from all and taken if they have an open prompt, which gives the same distribution. When that
 * fails often, the open pairs are listed and one of them is drawn.
 * @param seenPairs keys of the pairs that this voter has seen
 * @param random uniform in [0, 1); called twice for a proposal, once for the prompt and once for the sides.
 *   If there are several combinations of answers, it is called once for them
 * @returns null when no pair has an open prompt
 */
export function samplePair(pool: Pool, seenPairs: ReadonlySet<string>, random: () => number): Draw | null {
  const count = pool.contestants.length
  if (count < 2) return null
  const below = (limit: number) => Math.floor(random() * limit)
  for (let tries = 0; tries < TRIES; tries++) {
    const [i, j] = proposePair(count, random)
    const prompts = openPrompts(pool, i, j, seenPairs)
    if (prompts.count > 0) return drawOn(pool, i, j, prompts, random)
  }
  const open = openPairs(pool, seenPairs)
  const chosen = open[below(open.length)]
  return chosen ? drawOn(pool, chosen.i, chosen.j, chosen.prompts, random) : null
}

/** Two different places below `count` in an order of chance, each such pair with the same probability. */
export function proposePair(count: number, random: () => number): [number, number] {
  const i = Math.floor(random() * count)
  return [i, (i + 1 + Math.floor(random() * (count - 1))) % count]
}

/** Whether any two contestants can meet on any prompt, seen or not. */
export const canMeet = (pool: Pool): boolean => {
  for (let i = 0; i < pool.contestants.length; i++)
    for (let j = 0; j < i; j++) if (anyOpenPrompt(pool, i, j, new Set())) return true
  return false
}

/** How many pairs of contestants on prompts there are, counted up to `most`. */
export function countPoolPairs(pool: Pool, most: number): number {
  let pairs = 0
  for (let i = 0; i < pool.contestants.length; i++)
    for (let j = 0; j < i; j++)
      for (const _ of eachOpenPrompt(pool, i, j, new Set())) if (++pairs === most) return most
  return pairs
}

/** Whether contestants i and j of the pool have a prompt that the voter has not seen them on. */
export const anyOpenPrompt = (pool: Pool, i: number, j: number, seenPairs: ReadonlySet<string>): boolean =>
  eachOpenPrompt(pool, i, j, seenPairs).next().done === false

function* eachOpenPrompt(
  pool: Pool,
  i: number,
  j: number,
  seenPairs: ReadonlySet<string>,
): Generator<number> {
  const [fewer, more] = pool.answers[i].size <= pool.answers[j].size ? [i, j] : [j, i]
  for (const [promptId, answers] of pool.answers[fewer]) {
    const rivalAnswers = pool.answers[more].get(promptId)
    if (!rivalAnswers || !anyDifferent(answers, rivalAnswers)) continue
    if (!seenPairs.has(pairKey(promptId, pool.contestants[i], pool.contestants[j]))) yield promptId
  }
}

function openPairs(pool: Pool, seenPairs: ReadonlySet<string>) {
  const open: { i: number; j: number; prompts: OpenPrompts }[] = []
  for (let i = 0; i < pool.contestants.length; i++)
    for (let j = 0; j < i; j++) {
      const prompts = openPrompts(pool, i, j, seenPairs)
      if (prompts.count > 0) open.push({ i, j, prompts })
    }
  return open
}

function drawOn(pool: Pool, i: number, j: number, prompts: OpenPrompts, random: () => number): Draw {
  const promptId = prompts.at(Math.floor(random() * prompts.count))
  const isSwapped = random() >= 0.5
  const pairs = differentPairs(pool.answers[i].get(promptId)!, pool.answers[j].get(promptId)!)
  const [firstAnswer, secondAnswer] =
    pairs.length === 1 ? pairs[0] : pairs[Math.floor(random() * pairs.length)]
  const first: Side = { contestantId: pool.contestants[i], answerId: firstAnswer.id }
  const second: Side = { contestantId: pool.contestants[j], answerId: secondAnswer.id }
  return isSwapped ? { promptId, left: second, right: first } : { promptId, left: first, right: second }
}

/** All pairs of one answer each whose texts differ. */
const differentPairs = (
  answers: readonly PoolAnswer[],
  rivalAnswers: readonly PoolAnswer[],
): [PoolAnswer, PoolAnswer][] =>
  answers.flatMap((answer) =>
    rivalAnswers
      .filter(({ text }) => text !== answer.text)
      .map((rival): [PoolAnswer, PoolAnswer] => [answer, rival]),
  )

// The prompts on which two contestants can meet, found once for each pair of a pool.

/** Prompts that are kept for all pairs of a pool together, 4 bytes each. */
const MAX_KEPT = 8_000_000

const sharedByPool = new WeakMap<Pool, LRUCache<string, Int32Array>>()

/** Prompts in ascending order, some of which are left out. */
interface OpenPrompts {
  count: number
  /** @param index below `count` */
  at(index: number): number
}

/**
 * The prompts on which the voter has not seen contestants i and j of the pool. After the first time it costs as much as the
 * voter has seen, however many prompts there are.
 * @param seenPairs keys of the pairs that this voter has seen
 */
function openPrompts(pool: Pool, i: number, j: number, seenPairs: ReadonlySet<string>): OpenPrompts {
  const shared = sharedPrompts(pool, Math.min(i, j), Math.max(i, j))
  const places = seenPlaces(shared, pool.contestants[i], pool.contestants[j], seenPairs)
  return {
    count: shared.length - places.length,
    at(index) {
      let place = index
      for (const left of places) if (left <= place) place++
      return shared[place]
    },
  }
}

/** Where the prompts that the voter has seen the pair on are among these, ascending. */
function seenPlaces(shared: Int32Array, a: number, b: number, seenPairs: ReadonlySet<string>): number[] {
  const places: number[] = []
  if (seenPairs.size > shared.length) {
    for (const [place, promptId] of shared.entries())
      if (seenPairs.has(pairKey(promptId, a, b))) places.push(place)
    return places
  }
  const end = pairKey(0, a, b).slice(1)
  for (const key of seenPairs) {
    if (!key.endsWith(end)) continue
    const place = placeIn(shared, Number(key.slice(0, -end.length)))
    if (place !== null) places.push(place)
  }
  return places.sort((a, b) => a - b)
}

/** The prompts to which both have an answer with different texts, ascending. */
function sharedPrompts(pool: Pool, i: number, j: number): Int32Array {
  const cache =
    sharedByPool.get(pool) ??
    new LRUCache<string, Int32Array>({ maxSize: MAX_KEPT, sizeCalculation: ({ length }) => length + 50 })
  sharedByPool.set(pool, cache)
  const key = `${i} ${j}`
  const cached = cache.get(key)
  if (cached) return cached
  const [fewer, more] =
    pool.answers[i].size <= pool.answers[j].size
      ? [pool.answers[i], pool.answers[j]]
      : [pool.answers[j], pool.answers[i]]
  const prompts: number[] = []
  for (const [promptId, answers] of fewer) {
    const rivalAnswers = more.get(promptId)
    if (rivalAnswers && anyDifferent(answers, rivalAnswers)) prompts.push(promptId)
  }
  const shared = Int32Array.from(prompts).sort()
  cache.set(key, shared)
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

/** The key of a pair on a prompt, the same in either order. */
export const pairKey = (promptId: number, a: number, b: number) =>
  `${promptId} ${Math.min(a, b)} ${Math.max(a, b)}`
