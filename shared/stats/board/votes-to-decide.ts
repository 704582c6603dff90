import { normalQuantile, studentQuantile } from '../numbers/distributions.ts'
import type { StrengthEstimates, ContrastVariance } from './estimates.ts'
import type { UnitKind } from './units.ts'

/** What would move the leader's bar clear of all others. Numbers come on top of those the board has. */
export interface Settle {
  /** What most of the leader's uncertainty comes from; `both`: prompts and voters, neither of which suffices alone. */
  by: 'votes' | UnitKind | 'both'
  votes: number
  prompts: number | null
  voters: number | null
}

/** Strengths vary by that much between contestants, as if that many others had been seen before (in logits). */
const ASSUMED = { spread: 0.35, contestants: 4 }
/** More than so many times the votes are no number that helps. */
const MAX_GROWTH = 100
const MIN_SPREAD = 0.02

/**
 * The growth at which the leader's bar is expected to part from all others', if strengths are as far apart as today's fit says,
 * shrunk by what chance adds: θ τ² / (τ² + v). Growing votes shrink the part of single votes, growing units also the excess
 * of their kind. The ways are tried from the cheapest: votes on the same prompts by the same people, then more units of the kind
 * with the larger part, then both.
 *
 * @param counts  what the board has today
 * @returns null where the leader's bar stands apart already, or no growth up to a hundredfold suffices
 */
export function votesToDecide(
  measured: StrengthEstimates,
  counts: { votes: number; prompt: number; voter: number },
  level = 0.95,
): Settle | null {
  const { theta, spread, half, kinds } = measured
  const leader = theta.indexOf(theta.reduce((most, value) => Math.max(most, value), -Infinity))
  const rivals = [...theta.keys()].filter((i) => i !== leader)
  if (rivals.length === 0) return null
  if (rivals.every((i) => theta[leader] - half[leader] > theta[i] + half[i])) return null
  const between = varianceBetween(theta, spread)
  const shrunk = theta.map((value, i) => (value * between) / (between + spread[i].variance))
  const quantile = normalQuantile((1 - level) / 2)

  const isApart = (by: Settle['by'], growth: number): boolean => {
    const lengths = spread.map(
      (variance) =>
        studentQuantile(quantile, by === 'votes' ? variance.degrees : variance.degrees * growth) *
        Math.sqrt(varianceAfter(variance, by, growth)),
    )
    return rivals.every((i) => shrunk[leader] - shrunk[i] > lengths[leader] + lengths[i])
  }

  const larger = [...kinds].sort(
    (a, b) => excessVariance(spread[leader], b) - excessVariance(spread[leader], a),
  )
  const ways: Settle['by'][] = ['votes', ...larger, ...(kinds.length > 1 ? (['both'] as const) : [])]
  for (const by of ways) {
    if (!isApart(by, MAX_GROWTH)) continue
    let [low, high] = [1, MAX_GROWTH]
    while (high - low > 0.01 * low) {
      const middle = Math.sqrt(low * high)
      if (isApart(by, middle)) high = middle
      else low = middle
    }
    const more = (today: number) => Math.ceil(today * (high - 1))
    return {
      by,
      votes: more(counts.votes),
      prompts: by === 'prompt' || by === 'both' ? more(counts.prompt) : null,
      voters: by === 'voter' || by === 'both' ? more(counts.voter) : null,
    }
  }
  return null
}

/** What a kind of unit adds to the variance of single votes. */
const excessVariance = ({ parts }: ContrastVariance, kind: UnitKind): number =>
  Math.max(0, (parts[kind] ?? parts.vote) - parts.vote)

/** V once so many times as much was collected. */
function varianceAfter(variance: ContrastVariance, by: Settle['by'], growth: number): number {
  const after = (kind: UnitKind) => {
    const excess = excessVariance(variance, kind)
    return by === kind || by === 'both' ? excess / growth : excess
  }
  return variance.parts.vote / growth + after('prompt') + after('voter')
}

/** The variance of strengths between contestants, by moments. */
function varianceBetween(theta: Float64Array, spread: readonly ContrastVariance[]): number {
  const squares = theta.reduce((sum, value) => sum + value * value, 0)
  const noise = spread.reduce((sum, { variance }) => sum + variance, 0)
  const { contestants, spread: prior } = ASSUMED
  return Math.max(
    MIN_SPREAD ** 2,
    (contestants * prior ** 2 + squares - noise) / (contestants + theta.length - 1),
  )
}
