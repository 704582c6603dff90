import type { Contrast } from '../method/contrasts.ts'
import { FEW_VOTES, type Decision } from '../method/decide.ts'
import { studentQuantile, studentQuantileAtMost } from '../numbers/distributions.ts'

/** What is collected: votes on the same units, new units of the first kind, of the second, or of both. */
type Growth = 'votes' | 'units' | 'crossed' | 'both'

/** A number that suffices with a probability of 10, 50 and 90 %. Null: too large to be predicted from today's votes. */
export interface NumberNeeded {
  low: number | null
  likely: number | null
  high: number | null
}

/** What would name a winner, if votes came in as they did so far. */
export interface WayToWinner {
  by: Growth
  /** More votes on the whole board. All null: votes of this kind would not suffice. */
  votes: NumberNeeded
  /** New units of the first and of the second kind, with as many votes each as today's. Null: none. */
  units: NumberNeeded | null
  crossed: NumberNeeded | null
}

/** Why a board names no winner: the one thing that stands in the way, and what would name one. */
export interface WhyNot {
  /**
   * Too few votes; or too few units of the first kind or of the second, so that even endless votes on the same ones would
   * probably name nobody. `equal`: the two highest are known to be practically equal. `pairing`: results may have
   * decided who met whom. `failures`: more of one contestant failed than of the others. `family`: not without
   * judges of its own model family. `links`: no vote links the rated to others, which may be first.
   */
  reason: 'votes' | 'units' | 'crossed' | 'equal' | 'pairing' | 'failures' | 'family' | 'links'
  /** The two that are equal; those without a link; otherwise the highest rated and the rival that is the hardest to tell from it. */
  contestants: readonly number[]
  /** Empty if nothing is predicted, or too little is known. */
  ways: readonly WayToWinner[]
}

/** With fewer effective units, nothing is predicted. */
const FEWEST_UNITS = 5
/** Nothing is predicted beyond this many times today's votes. */
const FARTHEST = 100
const ENDLESS = 1e9
const STEPS = 16
/** Draws of tomorrow's strengths. */
const DRAWS = 400
/** The prior, in logits: 0.35 is 61 points, so two contestants differ by 86. */
const ASSUMED = { contestants: 4, spread: 0.35 }
/** The smallest variance of strengths: they are never assumed to be exactly equal. */
const LEAST = 0.02 ** 2
const CHANCES = { low: 0.1, likely: 0.5, high: 0.9 }
/** Gauss–Hermite with three nodes, since it is uncertain how far votes of a unit agree. */
const NODES = [
  [-Math.sqrt(3), 1 / 6],
  [0, 2 / 3],
  [Math.sqrt(3), 1 / 6],
] as const
const CERTAIN = [[0, 1]] as const

/**
 * Why a decision names no winner, and what would name one. A variance has a part of single votes, which more votes reduce, and
 * for each kind of units the excess of these units, which only more units reduce. Let growth f turn today's variance v of a
 * strength into v(f), and let true strengths be normal with variance τ². Then tomorrow's strength, given today's θ, is
 * normal with mean θ D/A and variance D (A − D)/A, A = τ² + v and D = τ² + v(f): today's votes are a part of tomorrow's.
 * In draws of all strengths, tomorrow's highest must exceed each rival by what the test of first place then needs. So every f
 * has a probability of naming a winner. The three numbers are where it reaches 10, 50 and 90 %.
 * @param counts  the votes, and the units of each kind
 */
export function whyNot(decision: Decision, counts: { votes: number; units: readonly number[] }): WhyNot {
  const { contrasts, fit, z, critical } = decision
  const { theta } = fit
  const n = contrasts.contestants
  const best = theta.indexOf(Math.max(...theta))
  const shortOf = (j: number) => z[best * n + j] / critical.first(contrasts.contrast(best, j))
  const rivals = Array.from(theta, (_, j) => j).filter((j) => j !== best)
  const rival = rivals.reduce((least, j) => (shortOf(j) < shortOf(least) ? j : least))
  const { votes, kinds } = contrasts.contrast(best, rival)
  const contestants = [best, rival]
  const few = kinds.findIndex(({ kish }) => kish < FEWEST_UNITS)
  if (votes < FEW_VOTES || few >= 0)
    return { reason: few < 0 ? 'votes' : few === 0 ? 'units' : 'crossed', contestants, ways: [] }
  const chance = chanceOfWinner(decision)
  const growths: Growth[] =
    kinds.length === 0
      ? ['votes']
      : kinds.length === 1
        ? ['votes', 'units']
        : ['votes', 'units', 'crossed', 'both']
  const ways = growths.map((by): WayToWinner => {
    const factors = rangeOf((growth) => chance(by, growth))
    const additional = (today: number) => mapped(factors, (factor) => Math.ceil(today * (factor - 1)))
    return {
      by,
      votes: additional(counts.votes),
      units: grows(0, by) ? additional(counts.units[0]) : null,
      crossed: grows(1, by) ? additional(counts.units[1]) : null,
    }
  })
  const endless = (by: Growth) => chance(by, ENDLESS)
  const isUpToUnits = kinds.length > 0 && endless('votes') < 1 / 2
  const reason = !isUpToUnits
    ? 'votes'
    : kinds.length > 1 && endless('crossed') > endless('units')
      ? 'crossed'
      : 'units'
  return { reason, contestants, ways }
}

/** Whether there are new units of the first (0) or second (1) kind. */
const grows = (kind: number, by: Growth) => by === 'both' || by === (kind === 0 ? 'units' : 'crossed')

/** The probability that a board of so many times the votes names a winner. */
function chanceOfWinner({ contrasts, fit: { theta }, critical, draws }: Decision) {
  const n = contrasts.contestants
  const strengths = Array.from(theta, (_, i) => contrasts.strength(i))
  const prior = varianceOfStrengths(theta, strengths) * (1 - 1 / n)
  const drawn = draws().subarray(0, DRAWS * n)
  const sizes = Float64Array.from(theta, (_, i) => {
    let squares = 0
    for (let at = i; at < drawn.length; at += n) squares += drawn[at] ** 2
    return Math.sqrt(squares / DRAWS)
  })
  return (by: Growth, growth: number): number =>
    (strengths[0].kinds.length === 0 ? CERTAIN : NODES).reduce((chance, [node, weight]) => {
      const share = (own: Contrast) => shareAfter(own, by, growth, node)
      const mean = new Float64Array(n)
      const spread = new Float64Array(n)
      strengths.forEach((own, i) => {
        const today = prior + own.variance
        const then = prior + own.variance * share(own)
        mean[i] = (theta[i] * then) / today
        spread[i] = sizes[i] > 0 ? Math.sqrt(Math.max(0, (then * (today - then)) / today)) / sizes[i] : 0
      })
      /** By how much i must be ahead of j, by this quantile of Student's. */
      const lengthsBy = (quantile: typeof studentQuantile) => {
        const known = new Map<number, number>()
        return (i: number, j: number): number => {
          const [low, high] = i < j ? [i, j] : [j, i]
          const there = known.get(low * n + high)
          if (there !== undefined) return there
          const today = contrasts.contrast(low, high)
          const then = { ...today, variance: today.variance * share(today) }
          const freedom = today.kinds.map(({ kish }, kind) => kish * (grows(kind, by) ? growth : 1) - 1)
          const degrees = Math.min(1e6, today.kish * growth - 1, ...freedom)
          const length = Math.sqrt(then.variance) * quantile(critical.first(then), Math.max(1, degrees))
          known.set(low * n + high, length)
          return length
        }
      }
      const [reach, farReach] = [lengthsBy(studentQuantile), lengthsBy(studentQuantileAtMost)]
      let named = 0
      const later = new Float64Array(n)
      for (let at = 0; at < drawn.length; at += n) {
        let [top, next] = [0, -1]
        for (let i = 0; i < n; i++) {
          later[i] = mean[i] + spread[i] * drawn[at + i]
          if (i > 0 && later[i] > later[top]) [top, next] = [i, top]
          else if (i > 0 && (next < 0 || later[i] > later[next])) next = i
        }
        const isApart = (own: number, j: number) =>
          j === top || later[top] - own > farReach(top, j) || later[top] - own > reach(top, j)
        // in large fields nearly all draws fail at the nearest rival, and nearly all others are far behind
        if ((next < 0 || later[top] - later[next] > reach(top, next)) && later.every(isApart)) named++
      }
      return chance + (weight * named) / DRAWS
    }, 0)
}

/** The part of its variance that a contrast keeps, if the excess of its units is `node` standard errors off. */
function shareAfter({ single, kinds }: Contrast, by: Growth, growth: number, node: number): number {
  let [today, then] = [single, single / growth]
  kinds.forEach(({ excess, noise }, kind) => {
    const own = Math.max(0, excess + node * noise)
    today += own
    then += grows(kind, by) ? own / growth : own
  })
  return today > 0 ? then / today : 1 / growth
}

/**
 * How far contestants differ: the variance of their strengths by moments, as if `ASSUMED.contestants` others had
 * been observed before. Without this prior, two contestants with few votes could be any distance apart.
 */
function varianceOfStrengths(theta: Float64Array, strengths: readonly Contrast[]): number {
  const squares = theta.reduce((sum, own) => sum + own * own, 0)
  const noise = strengths.reduce((sum, { variance }) => sum + variance, 0)
  const { contestants, spread } = ASSUMED
  return Math.max(LEAST, (contestants * spread ** 2 + squares - noise) / (contestants + theta.length - 1))
}

/** The smallest growth at which each probability is reached, on a line between steps. */
function rangeOf(chanceAt: (growth: number) => number): NumberNeeded {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => FARTHEST ** (step / STEPS))
  const chances = steps.map(chanceAt)
  return mapped(CHANCES, (chance) => {
    const step = chances.findIndex((own) => own >= chance)
    if (step <= 0) return step < 0 ? null : 1
    const part = (chance - chances[step - 1]) / (chances[step] - chances[step - 1])
    return steps[step - 1] * (steps[step] / steps[step - 1]) ** part
  })
}

function mapped(range: NumberNeeded, change: (value: number) => number | null): NumberNeeded {
  const each = (value: number | null) => (value === null ? null : change(value))
  return { low: each(range.low), likely: each(range.likely), high: each(range.high) }
}
