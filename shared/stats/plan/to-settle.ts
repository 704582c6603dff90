import { type Evidence, type UnitKind, worthOfBoth } from '../fit/evidence.ts'
import { type Intervals, FEW_VOTES } from '../intervals/intervals.ts'
import { normalTail } from '../numbers/distributions.ts'

/** What is collected: votes on the same units, new units of the first kind, of the second, or of both. */
export type SettleBy = 'votes' | 'units' | 'crossed' | 'both'

/** A number that suffices with a probability of 10, 50 and 90 %. Null: too large to be predicted from today's votes. */
export interface SettleRange {
  low: number | null
  likely: number | null
  high: number | null
}

/** One way to separate the two highest rated. */
export interface SettleWay {
  by: SettleBy
  /** More votes with either of the two. All null: votes of this kind would not suffice. */
  votes: SettleRange
  /** New units of the first and of the second kind, with as many votes each as today's. Null: none. */
  units: SettleRange | null
  crossed: SettleRange | null
}

/** What would decide which of two contestants is better. */
export interface ToSettle {
  /** The numbers of the two, the higher rated first. */
  contestants: [number, number]
  /** Today's votes and units, with either of the two. */
  votes: number
  units: number | null
  crossed: number | null
  ways: SettleWay[]
}

/** The parts of a board that `toSettle` needs. */
export interface SettleInput {
  theta: Float64Array
  evidence: Evidence
  intervals: Pick<Intervals, 'distanceAfter' | 'variance' | 'unbiasedErrors'>
  /** Votes with either of the two. */
  votesWithEither: number
}

/** Fewer units say too little about how far contestants may differ. */
const FEWEST_UNITS = 10
/** With a larger error of ρ, the gain from more votes on the same units cannot be predicted. */
const VAGUE = 0.15
/** Nothing is predicted beyond this many times today's votes. */
const FARTHEST = 20
/** The prior, in logits: 0.35 is 61 points, so two contestants differ by 86. */
const ASSUMED = { contestants: 4, spread: 0.35 }
/** The smallest variance of strengths: they are never assumed to be exactly equal. */
const LEAST = 0.02 ** 2
const CHANCES = { low: 0.1, likely: 0.5, high: 0.9 }
/** Gauss–Hermite with three nodes, since ρ is uncertain. */
const NODES = [
  [-Math.sqrt(3), 1 / 6],
  [0, 2 / 3],
  [Math.sqrt(3), 1 / 6],
] as const
const CERTAIN = [[0, 1]] as const

/** The variance of a rating, split into the shares that more votes, new units and new crossed units reduce. */
interface Parts {
  rest: number
  units: number
  crossed: number
}

/**
 * What would separate the two highest rated i and j (their numbers within the fit) by the board's own rule. The
 * variance of a rating from m votes a unit is σ²(1 − ρ)/n + σ²ρ/G. More votes on the same units reduce the first
 * part, new units both. Let growth f turn today's V into V(f), and let true gaps be normal with variance τ². Then
 * tomorrow's gap, given today's g, is normal with mean g D/A and variance D (A − D)/A, A = τ² + V and D = τ² +
 * V(f): these are means of independent units, of which today's are a part. It must exceed what first place needs against this
 * one rival at that time. So every f has a probability of separating the two, and the three numbers are where it reaches
 * 10, 50 and 90 %. ρ enters as a normal variable with its standard error, cut off at 0.
 * Null if too little is known: under 30 votes on either, or under ten effective units.
 */
export function toSettle(i: number, j: number, from: SettleInput): ToSettle | null {
  const { evidence, intervals, votesWithEither: votes } = from
  const { kinds } = evidence
  const isKnown = [i, j].every(
    (contestant) => evidence.votes[contestant] >= FEW_VOTES && evidence.effective[contestant] >= FEWEST_UNITS,
  )
  if (!isKnown || !intervals.distanceAfter) return null
  const counts = kinds.map(({ units }) => Math.max(units[i], units[j]))
  const ways = waysFor(kinds).map((by): SettleWay => {
    const factors = rangeOf((growth) => chanceAfter(i, j, by, growth, from))
    const additional = (today: number) => mapped(factors, (factor) => Math.ceil(today * (factor - 1)))
    return {
      by,
      votes: additional(votes),
      units: counts.length > 0 && grows(0, by) ? additional(counts[0]) : null,
      crossed: counts.length > 1 && grows(1, by) ? additional(counts[1]) : null,
    }
  })
  if (ways.every((way) => way.votes.likely === null)) return null
  return { contestants: [i, j], votes, units: counts[0] ?? null, crossed: counts[1] ?? null, ways }
}

/** Votes on the same units that would separate the two with a probability of 50 %. Null if none would. */
export function votesToSeparate({ ways }: Pick<ToSettle, 'ways'>): number | null {
  return ways.find(({ by }) => by === 'votes')?.votes.likely ?? null
}

function waysFor(kinds: readonly UnitKind[]): SettleBy[] {
  if (kinds.length === 0) return ['votes']
  const isSplit = kinds.every(({ correlationError }) => correlationError <= VAGUE)
  return [
    ...(isSplit ? ['votes' as const] : []),
    'units',
    ...(kinds.length > 1 ? (['crossed', 'both'] as const) : []),
  ]
}

/** Whether there are new units of the first (0) or second (1) kind. */
const grows = (kind: number, by: SettleBy) => by === 'both' || by === (kind === 0 ? 'units' : 'crossed')

/** The probability that growth by `growth` separates i and j. */
function chanceAfter(i: number, j: number, by: SettleBy, growth: number, from: SettleInput): number {
  const { theta, evidence, intervals } = from
  const { kinds } = evidence
  const gap = theta[i] - theta[j]
  const prior = 2 * varianceOfStrengths(theta, intervals.unbiasedErrors)
  const factor = (kind: number) => (grows(kind, by) ? growth : 1)
  const effectiveAfter = (contestant: number): number => {
    const [first, second] = kinds.map((kind, at) => ({
      effective: kind.effective[contestant] * factor(at),
      unbiased: kind.unbiased[contestant] * factor(at),
      design: 1 + kind.correlation * ((kind.together[contestant] * growth) / factor(at) - 1),
    }))
    if (first) return (second ? worthOfBoth(first, second) : first).effective
    return evidence.effective[contestant] * growth
  }
  const effective = (of: (contestant: number) => number) => Math.min(of(i), of(j)) - 1
  const units = Math.max(1, effective(effectiveAfter) / effective((own) => evidence.effective[own]))
  const variance = intervals.variance(i, j)
  return (kinds.length === 0 ? CERTAIN : NODES).reduce((chance, [node, weight]) => {
    const share = [i, j].reduce((sum, contestant) => {
      const parts = partsOf(kinds, contestant, node)
      return sum + (parts.rest / growth + parts.units / factor(0) + parts.crossed / factor(1)) / 2
    }, 0)
    const reach = intervals.distanceAfter!(i, j, { variance: share, units })
    const varianceToday = prior + variance
    const varianceThen = prior + variance * share
    const spread = Math.sqrt(Math.max(0, (varianceThen * (varianceToday - varianceThen)) / varianceToday))
    const centre = (gap * varianceThen) / varianceToday
    return (
      chance +
      weight * (spread > 0 ? beyond((reach - centre) / spread) + beyond((reach + centre) / spread) : 0)
    )
  }, 0)
}

/**
 * How far contestants differ: the variance of their strengths by moments, as if `ASSUMED.contestants` others had
 * been observed before. Without this prior, two contestants with few votes could be any distance apart.
 */
function varianceOfStrengths(theta: Float64Array, errors: Float64Array): number {
  const size = theta.length
  const squares = theta.reduce((sum, own) => sum + own * own, 0)
  const noise = errors.reduce((sum, own) => sum + own * own, 0)
  const { contestants, spread } = ASSUMED
  return Math.max(LEAST, (contestants * spread ** 2 + squares - noise) / (contestants + size - 1))
}

/** The parts of the variance of contestant i, with every ρ shifted by this many standard errors. */
function partsOf(kinds: readonly UnitKind[], i: number, node: number): Parts {
  const [units = 0, crossed = 0] = kinds.map(({ correlation, correlationError }) =>
    Math.max(0, Math.min(1, correlation + node * (Number.isFinite(correlationError) ? correlationError : 0))),
  )
  const parts = [
    Math.max(0, 1 - units - crossed),
    units * (kinds[0]?.together[i] ?? 0),
    crossed * (kinds[1]?.together[i] ?? 0),
  ]
  const all = parts[0] + parts[1] + parts[2]
  return { rest: parts[0] / all, units: parts[1] / all, crossed: parts[2] / all }
}

/** P(Z > x) for any x. */
function beyond(x: number): number {
  return x >= 0 ? normalTail(x) : 1 - normalTail(-x)
}

/** The smallest growth at which each probability is reached. */
function rangeOf(chanceAt: (growth: number) => number): SettleRange {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => FARTHEST ** (step / STEPS))
  const chances = steps.map(chanceAt)
  const reached = (chance: number): number | null => {
    const step = chances.findIndex((own) => own >= chance)
    if (step < 0) return null
    if (step === 0) return steps[0]
    let [low, high] = [steps[step - 1], steps[step]]
    while (high / low > 1.01) {
      const middle = Math.sqrt(low * high)
      if (chanceAt(middle) >= chance) high = middle
      else low = middle
    }
    return high
  }
  return mapped(CHANCES, reached)
}

const STEPS = 24

function mapped(
  range: { low: number | null; likely: number | null; high: number | null },
  change: (value: number) => number | null,
): SettleRange {
  const each = (value: number | null) => (value === null ? null : change(value))
  return { low: each(range.low), likely: each(range.likely), high: each(range.high) }
}
