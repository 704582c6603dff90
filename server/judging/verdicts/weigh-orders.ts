import type { Outcome, Verdict, VerdictProbabilities } from '../../../shared/contracts/index.ts'

/** What the probabilities of both orders say about two answers. */
export interface WeighedOrders {
  /** With the largest mean probability; `tie` if two are equally large. */
  outcome: Outcome
  /** Whether the two largest are equal and none of them is `tie`. */
  isEven: boolean
}

/**
 * Weighs the verdicts of both orders by their probabilities: the mean of both distributions, the second seen from the
 * other side, and of it the most probable outcome. Where both orders prefer the same, that is the outcome.
 * @param first, second  verdicts on two answers; in the second request they are swapped
 * @returns null if either has no probabilities
 */
export function weighOrders(first: Verdict, second: Verdict): WeighedOrders | null {
  const one = probabilitiesOf(first)
  const other = probabilitiesOf(second)
  if (!one || !other) return null
  const means: [Outcome, number][] = [
    ['left', (one.first + other.second) / 2],
    ['right', (one.second + other.first) / 2],
    ['tie', (one.tie + other.tie) / 2],
    ['both_bad', (one.both_bad + other.both_bad) / 2],
  ]
  const most = Math.max(...means.map(([, mean]) => mean))
  const best = means.filter(([, mean]) => most - mean < EQUAL)
  if (best.length === 1) return { outcome: best[0][0], isEven: false }
  return { outcome: 'tie', isEven: best.every(([outcome]) => outcome !== 'tie') }
}

/** Differences below are rounding. */
const EQUAL = 1e-9

const probabilitiesOf = (verdict: Verdict): VerdictProbabilities | null =>
  'verdict' in verdict ? (verdict.probabilities ?? null) : null
