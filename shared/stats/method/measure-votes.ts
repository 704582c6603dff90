import { NORMAL_95, symmetricIntervals } from '../intervals/comparison.ts'
import type { Deviations } from '../intervals/bootstrap.ts'
import { studentQuantile } from '../numbers/distributions.ts'
import { whyNot, type WhyNot } from '../plan/why-not.ts'
import { ballotsOf, type Ballots, type NamedVotes } from './ballots.ts'
import { barsFor } from './bars.ts'
import type { Contrast } from './contrasts.ts'
import { decide, FEW_VOTES, sharedDegrees, type DecideOptions, type Decision } from './decide.ts'
import { fitWeighted, type WeightedFit } from './weights.ts'

/** No interval is longer to a side: 40 logits are 7,000 points, far beyond what says anything. */
const FARTHEST = 40
/** A likelihood ratio nearer to nothing than this says no length. */
const LEAST_RATIO = 0.05
const LEAST_DRAWS = 1000

/** What is known about the strengths of one fit. Arrays run over its contestants. */
export interface Intervals {
  /** s_i, never below its floor. */
  standardErrors: Float64Array
  k: number | null
  marginal: [number, number][]
  comparison: [number, number][]
  /**
   * Bars for the question who is first: of the highest rated from its lower end to its strength, of each other one from its
   * strength to its upper end. A bar reaches the bar of the highest rated if and only if it may be first too. Null: not known.
   */
  first: [number, number][] | null
  /** The 95 % interval of θ_i − θ_j for this pair alone. */
  difference: (i: number, j: number) => [number, number]
  /** The same interval for declaring a lead: with 1 − alpha and, if the board may be looked at often, at every look. */
  lead: (i: number, j: number) => [number, number]
  /** The variance of θ_i − θ_j, without small-sample bias. */
  variance: (i: number, j: number) => number
  /** Why nobody is a winner, if nobody is. Null: not known. */
  whyNot: (() => WhyNot) | null
  /** The rounds, as they were drawn. */
  deviations: () => Deviations
}

/** Strengths of votes that connect all contestants, and what is known about them; without rounds the fit alone. */
interface MeasuredVotes {
  fit: WeightedFit
  /** Null without rounds, or if the fit did not converge. */
  intervals: Intervals | null
}

/**
 * Fits the votes and decides by `decide`. Bars of comparison overlap wherever nothing is declared (`barsFor`); what
 * bars cannot say is not declared either.
 * @param rounds  how often errors of all strengths are drawn for what holds of all pairs at once, at least 1,000 times;
 *   fewer than 2: no intervals
 */
export function measureVotes(
  votes: NamedVotes,
  ties: 'half' | 'drop',
  { rounds = 0, ...options }: DecideOptions,
): MeasuredVotes {
  const ballots = ballotsOf(votes, ties)
  if (rounds < 2) {
    return { fit: fitWeighted(ballots, options.weigh), intervals: null }
  }
  const decision = decide(ballots, { ...options, rounds: Math.max(LEAST_DRAWS, rounds) })
  const { fit } = decision
  return { fit, intervals: fit.converged ? intervalsOf(decision, countsOf(ballots)) : null }
}

const countsOf = ({ pair, kinds }: Ballots) => ({
  votes: pair.length,
  units: kinds.filter(({ votes }) => votes.length > 0).map(({ start }) => start.length - 1),
})

function intervalsOf(decision: Decision, counts: ReturnType<typeof countsOf>): Intervals {
  const n = decision.contrasts.contestants
  const { fit, contrasts, critical, ordersFactor, winner, above, draws, isExact, isByUnit } = decision
  const { theta } = fit
  const strengths = Array.from(theta, (_, i) => floored(contrasts.strength(i)))
  const standardErrors = Float64Array.from(strengths, ({ variance }) => Math.sqrt(variance))
  const marginal = Float64Array.from(strengths, (own) => lengthOf(own, NORMAL_95))
  const at = (i: number, j: number, criticalOf: (contrast: Contrast) => number) => {
    const contrast = contrasts.contrast(i, j)
    return distance(contrast, decision.z[i * n + j], criticalOf(contrast), { isByUnit, isByRatio: false })
  }
  const reach = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const contrast = contrasts.contrast(i, j)
      const orders = critical.orders(contrast)
      const isWinners = winner === i || winner === j
      const needed = isWinners ? Math.min(orders, critical.first(contrast)) : orders
      reach[i * n + j] = reach[j * n + i] = distance(contrast, decision.z[i * n + j], needed, {
        isByUnit,
        isByRatio: isExact,
      })
    }
  const leads = (i: number, j: number) => {
    const contrast = contrasts.contrast(i, j)
    return distance(contrast, decision.z[i * n + j], critical.first(contrast), {
      isByUnit,
      isByRatio: isExact,
    })
  }
  const around = (i: number, j: number, half: number): [number, number] =>
    i === j ? [0, 0] : [theta[i] - theta[j] - half, theta[i] - theta[j] + half]
  return {
    standardErrors,
    k: ordersFactor,
    marginal: symmetricIntervals(theta, marginal),
    comparison: symmetricIntervals(theta, barsFor({ theta, reach, above, winner })),
    first: firstPlaceBars(theta, winner, leads),
    difference: (i, j) => around(i, j, i === j ? 0 : at(i, j, () => NORMAL_95)),
    lead: (i, j) => around(i, j, i === j ? 0 : at(i, j, critical.first)),
    variance: (i, j) => floored(contrasts.contrast(i, j)).variance,
    whyNot: () => whyNot(decision, counts),
    deviations: () => {
      const values = draws()
      return { rounds: values.length / n, contestants: n, values }
    },
  }
}

/** A bar that must stand apart does so by this share of the lead, whatever rounding does. */
const APART = 1e-9

/**
 * The facing halves of bars: h of the highest rated is half of the shortest distance at which a rival is told from it, and each
 * rival has what its own distance leaves. So two bars stand apart exactly where the test of this rival says so.
 */
function firstPlaceBars(
  theta: Float64Array,
  winner: number | null,
  distanceOf: (i: number, j: number) => number,
): [number, number][] {
  const best = winner ?? theta.indexOf(Math.max(...theta))
  const reaches = Array.from(theta, (_, j) => (j === best ? Infinity : distanceOf(best, j)))
  const leads = reaches.map((reach, j) =>
    winner === null || j === best ? reach : Math.min(reach, (theta[best] - theta[j]) * (1 - APART)),
  )
  const half = Math.min(...leads) / 2
  const isEqual = (j: number) => theta[j] === theta[best]
  const isShared = leads.some((_, j) => j !== best && isEqual(j))
  return Array.from(theta, (own, j) => {
    const upper = j === best ? half : leads[j] - half
    return [isEqual(j) ? own - half : own, j !== best || isShared ? own + upper : own]
  })
}

/** Few votes are never known better than by the model: two prompts may agree by chance. */
const floored = (own: Contrast): Contrast =>
  own.votes < FEW_VOTES || !(own.variance > 0)
    ? { ...own, variance: Math.max(own.variance, own.modelVariance) }
    : own

const lengthOf = ({ variance, degrees }: Contrast, normal: number): number =>
  Math.min(FARTHEST, Math.sqrt(variance) * studentQuantile(normal, degrees))

/**
 * How far apart two strengths must be for a statistic beyond the critical value. Where little is known, as the statistic that it
 * needs is to today's, so is the distance to today's lead.
 */
export function distance(
  contrast: Contrast,
  z: number,
  critical: number,
  { isByUnit, isByRatio }: { isByUnit: boolean; isByRatio: boolean },
): number {
  const lead = Math.abs(contrast.lead)
  const length = lengthOf(floored(contrast), critical)
  if (contrast.votes >= FEW_VOTES && contrast.variance > 0 && !isByRatio) return length
  if (!(z > LEAST_RATIO)) return Math.max(length, lead)
  const degrees = Math.min(1e6, sharedDegrees(contrast.degrees, contrast.kish))
  const [needed, own] = [critical, z].map((x) => (isByUnit ? studentQuantile(x, degrees) : x))
  return Math.min(FARTHEST, (lead * needed) / own)
}
