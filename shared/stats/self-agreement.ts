import { wilsonInterval } from './wilson.ts'

/**
 * The least consistency, and the least share of the pairs decided by humans that the judge decides as they do: what a
 * coin reaches. If a coin picks the answer in each order, the two orders agree half of the time; if it picks the vote,
 * it is right half of the time. The judges of Zheng et al. (2023, "Judging LLM-as-a-judge", table 2) were consistent in
 * 65 % (GPT-4), 46 % (GPT-3.5) and 24 % (Claude-v1) of pairs.
 */
export const COIN = 0.5

/** One time that a rater rated a thing. */
export interface Asking {
  thing: string
  /** In milliseconds. */
  at: number
  /** What was asked together, such as a run. */
  batch: number
  /** The verdict under each criterion, and of each two answers if it ranked several. */
  said: Readonly<Record<string, string>>
}

/** A batch after which a rater is shown not to agree with itself. */
export interface Lapse {
  /** When the last thing of the batch was rated, in milliseconds. */
  at: number
  /** Things on which the newest rating repeats the first one, and how many were compared. */
  hits: number
  n: number
}

/** The newest things that are compared, of one batch or of several small ones: what a measurement of a judge by people needs, by default. */
const NEWEST = 50
/**
 * Fewer things show nothing. A rater that repeats 85 % of its ratings has an interval below 62.5 % on ten things with
 * probability 0.0001.
 */
const FEWEST = 10

/**
 * The least share of ratings that a steady rater repeats, if it is right on a share `minAgreement` of things: a² + (1 −
 * a)². A rater that is right on thing i with probability p_i repeats its rating with p_i² + (1 − p_i)². This is convex
 * in p_i, so by Jensen's inequality its mean is least if all p_i are equal. Self-agreement below it is a contradiction:
 * the rater is not that often right, or it has changed. Derived for two outcomes and independent ratings; a tie that is
 * not repeated counts as a change. 0.625 for 0.75, and never below ½.
 */
export function leastSelfAgreement(minAgreement: number): number {
  const right = Math.max(COIN, minAgreement)
  return right ** 2 + (1 - right) ** 2
}

/**
 * When a rater stopped agreeing with itself. After each batch the newest ratings of things rated again are compared with
 * the first ratings of them: Wilson's 95 % interval (1927) of the share repeated must lie below `least`, on all things
 * that the batch rated again or on the newest 50. First means since the last lapse, so a rater that changes little by little is found, too, and turning back is
 * another lapse. A thing counts once, however often it was rated, and several verdicts share its weight,
 * because they go together. Costs one pass.
 * @param askings  all ratings of one rater, in order of time
 */
export function lapsesOf(askings: readonly Asking[], least: number): Lapse[] {
  const lapses: Lapse[] = []
  let first = new Map<string, Asking['said']>()
  let again = new Map<string, number>()
  for (const batch of batchesOf(askings)) {
    const compared = new Set<string>()
    for (const { thing, said } of batch) {
      const before = first.get(thing)
      if (!before) first.set(thing, said)
      else {
        compared.add(thing)
        // the map is in order of time
        again.delete(thing)
        again.set(thing, shareAlike(before, said))
      }
    }
    const windows = [Math.max(compared.size, NEWEST), NEWEST].map((size) => [...again].slice(-size))
    const shown = windows
      .map(shareOf)
      .find(({ hits, n }) => n >= FEWEST && wilsonInterval(hits, n)![1] < least)
    again = new Map(windows[1])
    if (!shown) continue
    lapses.push({ at: batch.at(-1)!.at, ...shown })
    first = new Map(batch.map(({ thing, said }) => [thing, said]))
    again = new Map()
  }
  return lapses
}

const shareOf = (things: readonly (readonly [string, number])[]) => ({
  hits: things.reduce((sum, [, share]) => sum + share, 0),
  n: things.length,
})

function batchesOf(askings: readonly Asking[]): Asking[][] {
  const batches: Asking[][] = []
  for (const asking of askings) {
    const last = batches.at(-1)
    if (last?.[0]!.batch === asking.batch) last.push(asking)
    else batches.push([asking])
  }
  return batches
}

function shareAlike(one: Asking['said'], other: Asking['said']): number {
  const criteria = Object.keys(other)
  return criteria.filter((criterion) => one[criterion] === other[criterion]).length / criteria.length
}
