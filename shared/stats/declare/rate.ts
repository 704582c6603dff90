import { followsResults } from '../pairing/adaptive-pairing.ts'
import { countsOf, type Counts, tally, type Tally, type VoteColumns, BOTH_BAD } from '../fit/tally.ts'
import {
  byStrength,
  declare,
  type Placed,
  type Verdict,
  type Failures,
  type Field,
  type RateOptions,
  type Rated,
  type Standing,
  isAbove,
  rankIntervals,
  type ShownStanding,
} from './declare.ts'
import { isPracticallyEqual, measureField, type Measurement } from '../intervals/measurement.ts'
import { evidenceOf } from '../fit/evidence.ts'
import { quickLackOfFit } from '../fit/lack-of-fit.ts'
import { sigmoid, saysNothing } from '../fit/likelihood.ts'
import type { NamedVotes } from '../method/ballots.ts'
import { holdingWithAnyPairs, mayFollowResults, MOST_WITH_ANY_PAIRS } from '../pairing/pairs-by-results.ts'
import { ALPHA, marginalInterval } from '../intervals/comparison.ts'
import { normalQuantile } from '../numbers/distributions.ts'
import type { WhyNot } from '../plan/why-not.ts'
import { information, modelVariance } from '../fit/information.ts'

type FirstPlace = Verdict & { obstacle: () => WhyNot | null }

/**
 * Rates contestants by their votes: fit, intervals and the decision about first place in one call. The
 * result depends on the votes, not on their order, and contains no NaN or Infinity. One round shows no spread and
 * counts as none. Throws RangeError for invalid columns or options.
 */
export function rate(votes: VoteColumns, options: RateOptions): Rated {
  checkVotes(votes, options)
  const { contestants, left, right, outcome, unit, crossed } = votes
  const kinds = options.by === 'vote' ? [] : [unit, ...(crossed ? [crossed.unit] : [])]
  const named = { contestants, left, right, outcome, kinds }
  return rateCounted(tally(votes, options.by, options.ties), countsOf(votes), options, named)
}

/**
 * The same for votes that were counted before. `counts` are every contestant's over all votes. The tally has units
 * exactly if `options.by` is 'unit', and leaves out ties if they are to be dropped.
 * @param named  the votes one by one, with all ties
 */
export function rateCounted(
  counted: Tally,
  counts: readonly Counts[],
  options: RateOptions,
  named: NamedVotes,
): Rated {
  const { rounds: count, seed, onProgress, pairing = 'drawn' } = options
  const rounds = count > 1 ? { rounds: count, seed, onProgress: onProgress ?? (() => undefined) } : null
  const { field, everyone, measurement: measured } = measureField(counted, named, { ...options, rounds })
  const { selection } = measured
  const { intervals, plain } = measured
  const isRecognised =
    (pairing === 'fixed' || pairing === 'unknown') &&
    intervals !== null &&
    followsResults(counted, selection, plain.theta, options.seed)
  const isAdaptive = isRecognised || pairing === 'by-results'
  const isUneven =
    pairing === 'unknown' &&
    !isAdaptive &&
    intervals !== null &&
    mayFollowResults(selection.points, plain.theta)
  const hit = hitByFailures(options.failures ?? [])
  const isStopped = hit !== null || (isAdaptive && selection.members.length > MOST_WITH_ANY_PAIRS)
  const main = (isAdaptive && !isStopped) || isUneven ? withAnyPairs(measured, options.alpha) : measured
  let because: WhyNot | null = null
  const { obstacle, ...place } = isStopped ? NOTHING : firstPlace(field, main, options)
  const { units } = evidenceOf(counted, everyone)
  const all = standingsOf(counts, field, units, main, options.baseline)
  const standings = tellsFirst(field, all) ? all : all.map((own) => ({ ...own, first: null }))
  return {
    standings: isStopped ? standings.map(withoutDeclaration) : standings,
    converged: main.fit.converged,
    iterations: main.fit.iterations,
    gradient: main.fit.gradient,
    k: main.intervals ? main.intervals.k : null,
    pairingFollowsResults: isAdaptive,
    pairingMayFollowResults: isUneven,
    lackOfFit:
      options.checkFit && main.intervals
        ? quickLackOfFit(counted, selection, main.plain.theta, options.seed)
        : null,
    ...place,
    // found only where it is read, since it takes longer than all the rest
    get whyNot() {
      return (because ??=
        hit !== null && intervals !== null
          ? { reason: 'failures', contestants: [hit], ways: [] }
          : (isAdaptive || isUneven) && place.winner === null && intervals !== null
            ? BY_RESULTS
            : obstacle())
    },
  }
}

/** Failures are compared at this level, over all contestants and kinds. */
const FAILURES_ALPHA = 0.01
/** A contestant may have failures that much more often than the others: that moves a win rate by one point in a hundred. */
const MORE_FAILURES = 0.02

/**
 * The contestant of which more failed than of the others together, by more than chance and enough to matter; null if there is
 * none. What failed may be what it would have lost, so votes alone then say too much.
 */
export function hitByFailures(kinds: readonly Failures[]): number | null {
  let worst: { contestant: number; z: number } | null = null
  for (const { failed, of } of kinds) {
    const [allFailed, all] = [failed, of].map((counts) =>
      Array.from(counts).reduce((sum, own) => sum + own, 0),
    )
    const least = normalQuantile(FAILURES_ALPHA / (2 * kinds.length * Math.max(1, of.length)))
    for (let contestant = 0; contestant < of.length; contestant++) {
      const [own, others] = [of[contestant], all - of[contestant]]
      if (own === 0 || others === 0) continue
      const more = failed[contestant] / own - (allFailed - failed[contestant]) / others
      const share = allFailed / all
      const z = more / Math.sqrt(share * (1 - share) * (1 / own + 1 / others))
      if (more >= MORE_FAILURES && z > Math.max(least, worst?.z ?? 0)) worst = { contestant, z }
    }
  }
  return worst?.contestant ?? null
}

/**
 * Whether bars for first place can be shown: not beside contestants that no vote links to the rated, nor if the highest rated
 * has too few votes for a rating.
 */
function tellsFirst({ unplaced }: Field, standings: readonly Standing[]): boolean {
  const highest = Math.max(...standings.map(({ theta }) => theta ?? -Infinity))
  return (
    unplaced.length === 0 && !standings.some(({ theta, tooFewVotes }) => theta === highest && tooFewVotes)
  )
}

const NOTHING: FirstPlace = { winner: null, deadHeatForFirst: [], obstacle: () => null }
const BY_RESULTS: WhyNot = { reason: 'pairing', contestants: [], ways: [] }

function withAnyPairs(measured: Measurement, alpha: number | undefined): Measurement {
  const { intervals, plain, fit, selection } = measured
  return {
    ...measured,
    intervals: intervals && holdingWithAnyPairs(intervals, selection.points, plain.theta, fit.theta, alpha),
  }
}

/** The same ratings without anything declared, for a reason that the votes do not say. */
export const declaringNothing = (rated: Rated, whyNot: WhyNot): Rated => ({
  ...rated,
  ...NOTHING,
  whyNot,
  standings: rated.standings.map(withoutDeclaration),
})

const withoutDeclaration = (own: Standing): Standing => ({
  ...own,
  comparison: null,
  first: null,
  rank: null,
  rankInterval: null,
})

function firstPlace(field: Field, measurement: Measurement, options: RateOptions): FirstPlace {
  const {
    selection: { members },
    fit: { theta },
    intervals,
  } = measurement
  if (options.rounds < 2) return NOTHING
  const { unplaced } = field
  if (field.rated.length === 0) return { ...NOTHING, ...declare([], unplaced) }
  if (!intervals) return NOTHING

  const rated = intervals.comparison.map((comparison, i): Placed => ({
    contestant: members[i],
    theta: theta[i],
    comparison,
  }))
  const verdict = declare(rated, unplaced)
  return { ...verdict, obstacle }

  function obstacle(): WhyNot | null {
    if (verdict.winner !== null) return null
    if (unplaced.length > 0) return { reason: 'links', contestants: unplaced, ways: [] }
    if (!intervals || rated.length < 2) return null
    const number = new Map(rated.map((one, i) => [one, i]))
    const [first, second] = [...rated].sort(byStrength)
    if (
      options.intervals === 'comparison' &&
      areAlike(intervals.lead(number.get(first)!, number.get(second)!))
    )
      return { reason: 'equal', contestants: [first.contestant, second.contestant], ways: [] }
    const found = intervals.whyNot?.() ?? null
    return found && { ...found, contestants: found.contestants.map((own) => members[own]) }
  }
}

const areAlike = ([low, high]: [number, number]) =>
  isPracticallyEqual({ winRateInterval: [sigmoid(low), sigmoid(high)] })

/** Throws a RangeError that names the first error, unless `votes` and `options` are valid. */
function checkVotes(votes: VoteColumns, options: RateOptions): void {
  const { contestants, left, right, outcome, unit } = votes
  if (!isCount(contestants)) throw new RangeError(`contestants must be a whole number, not ${contestants}`)
  if (!isCount(options.rounds)) throw new RangeError(`rounds must be a whole number, not ${options.rounds}`)
  if (!Number.isSafeInteger(options.seed))
    throw new RangeError(`seed must be an integer, not ${options.seed}`)
  const { alpha = ALPHA } = options
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1, not ${alpha}`)
  if (options.baseline !== null && !isIndex(options.baseline, contestants))
    throw new RangeError(`baseline ${options.baseline} is none of ${contestants} contestants`)
  const crossed = options.by === 'unit' ? votes.crossed : undefined
  const columns =
    options.by === 'unit'
      ? [left, right, outcome, unit, ...(crossed ? [crossed.unit] : [])]
      : [left, right, outcome]
  if (columns.some((column) => column.length !== outcome.length))
    throw new RangeError('the columns of votes differ in length')
  for (let vote = 0; vote < outcome.length; vote++) {
    if (!isIndex(left[vote], contestants) || !isIndex(right[vote], contestants))
      throw new RangeError(`vote ${vote} names a contestant outside 0 … ${contestants - 1}`)
    if (left[vote] === right[vote]) throw new RangeError(`vote ${vote} sets a contestant against itself`)
    if (outcome[vote] > BOTH_BAD)
      throw new RangeError(`vote ${vote} has the unknown outcome ${outcome[vote]}`)
    if (options.by === 'unit' && !isIndex(unit[vote], votes.units))
      throw new RangeError(`vote ${vote} names a unit outside 0 … ${votes.units - 1}`)
    if (crossed && !isIndex(crossed.unit[vote], crossed.units))
      throw new RangeError(`vote ${vote} names a crossed unit outside 0 … ${crossed.units - 1}`)
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function isIndex(value: number, size: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < size
}

const NO_RATING = {
  theta: null,
  standardError: null,
  marginal: null,
  first: null,
  rank: null,
  rankInterval: null,
  againstBaseline: null,
}

/**
 * One standing for each contestant. `units` are those of the whole tally, for contestants that are not rated.
 */
function standingsOf(
  counted: readonly Counts[],
  field: Field,
  units: ArrayLike<number>,
  measurement: Measurement,
  baseline: number | null,
): Standing[] {
  const standings = counted.map((counts, contestant): Standing => ({
    ...field.statuses[contestant],
    ...counts,
    ...NO_RATING,
    tooFewVotes: false,
    comparison: null,
    units: units[contestant],
  }))
  const { selection, evidence, intervals } = measurement
  const ranks = intervals && rankIntervals(intervals.comparison)
  const own = intervals?.marginal ?? intervalsOfModel(measurement)
  const against = baseline === null ? -1 : selection.members.indexOf(baseline)
  selection.members.forEach((contestant, i) => {
    standings[contestant] = {
      ...standings[contestant],
      tooFewVotes: own !== null && saysNothing(own[i]) && !(ranks && ranks[i][0] === ranks[i][1]),
      theta: measurement.fit.theta[i],
      standardError: intervals ? intervals.standardErrors[i] : null,
      marginal: intervals ? intervals.marginal[i] : null,
      comparison: intervals ? intervals.comparison[i] : null,
      first: intervals?.first ? intervals.first[i] : null,
      units: evidence.units[i],
      rank: ranks ? ranks[i][0] : null,
      rankInterval: ranks ? ranks[i] : null,
      againstBaseline: against < 0 ? null : winRateAgainst(measurement, i, against),
    }
  })
  return standings
}

/**
 * In larger fields, the others' strengths count as known: solving for each contestant would take minutes for thousands
 * of them, and a hundredth of everybody's error changes little.
 */
const SMALL_FIELD = 100

/** Without rounds, the interval of each rating as far as the model and the numbers of votes and units tell. */
function intervalsOfModel({ selection, evidence, plain, fit }: Measurement): [number, number][] | null {
  const { points, members } = selection
  if (!plain.converged) return null
  const size = members.length
  const fisher = information(points, plain.theta)
  const variance = (i: number) =>
    size > SMALL_FIELD ? (1 - 1 / size) ** 2 / fisher.diagonal[i] : modelVariance(fisher, size, i)
  return Array.from(members, (_, i) =>
    marginalInterval(fit.theta[i], Math.sqrt(variance(i)), evidence.effective[i]),
  )
}

/**
 * The standings as boards show them. With too few votes there is no rating, and the comparison interval stands only if
 * it separates the contestant from another. Beside a rating, one that says nothing and separates it from nobody is open
 * at both ends: the rating is known, but not how it compares. Ranks count contestants without a rating only where these are
 * shown to be above, and beside the only rated one that may be first, where these may be first too.
 * @param first who may be first, if that is more than one
 */
export function asShown(standings: readonly Standing[], first: readonly number[]): ShownStanding[] {
  const few = standings.filter(({ tooFewVotes }) => tooFewVotes)
  const ratedFirst = first.filter((i) => standings[i].rankInterval && !standings[i].tooFewVotes)
  return standings.map(({ tooFewVotes, ...all }, i) => {
    const { comparison, rankInterval } = all
    const notCounted = few.filter(
      (it) => !isAbove(it.comparison, comparison) && !isAbove(comparison, it.comparison),
    )
    const maybeAbove = ratedFirst.length === 1 && ratedFirst[0] === i ? first.length - 1 : 0
    const own: typeof all = {
      ...all,
      rankInterval: rankInterval && [rankInterval[0], rankInterval[1] - notCounted.length + maybeAbove],
    }
    const isApart = standings.some(
      (it) => isAbove(it.comparison, comparison) || isAbove(comparison, it.comparison),
    )
    if (tooFewVotes)
      return {
        ...own,
        ...NO_RATING,
        status: 'provisional',
        reason: 'too_few_votes',
        comparison: isApart ? comparison : null,
      }
    const [low, high] = comparison ?? []
    const isVague = typeof low === 'number' && typeof high === 'number' && saysNothing([low, high])
    return isVague && !isApart ? { ...own, comparison: [null, null] } : own
  })
}

function winRateAgainst(
  { fit: { theta }, intervals }: Measurement,
  i: number,
  against: number,
): Standing['againstBaseline'] {
  const ends = intervals?.difference(i, against)
  return {
    winRate: sigmoid(theta[i] - theta[against]),
    interval: ends ? [sigmoid(ends[0]), sigmoid(ends[1])] : null,
  }
}
