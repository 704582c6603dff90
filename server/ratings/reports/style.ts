import { type VoteDetails, STYLE_FEATURES, type StyleFeature } from '../../../shared/contracts/votes.ts'
import { largestComponent, scorePairs } from '../../../shared/stats/fit/points.ts'
import {
  fitStyle,
  styleDifference,
  styleSpread,
  type StyleFit,
  type CovariateVotes,
} from '../../../shared/stats/style/covariates.ts'
import { halfInterval, symmetricInterval } from '../../../shared/stats/intervals/comparison.ts'
import { sigmoid, toRating } from '../../../shared/stats/fit/likelihood.ts'
import { kish } from '../../../shared/stats/board/weights.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { countPairs, outcomeScore, selectVotes, take, TIE } from '../../../shared/stats/fit/votes.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byKind, numbered, ratedFilter, boardShift, type Numbered } from './fitted.ts'

/** The most contestants, because the design matrix is dense. */
export const MAX_CONTESTANTS = 2000

type Ends = readonly [number, number]

/** An interval this wide, in win rates, is not informative: style cannot be told apart from the contestants. */
const SAYS_NOTHING = 0.95

export interface StyleReport {
  /** Votes with a known style of both answers, between contestants that these votes link both ways. */
  votes: number
  leftOut: number
  features: FeatureEffect[]
  /** Features without an estimate, because they are not known for all these answers or never differ. */
  notUsed: { feature: StyleFeature; because: 'unknown' | 'no_difference' }[]
  /** The plain rating by the same votes, and the one with style controlled. They declare nothing. */
  contestants: StyleRating[]
  /** Why there is no result; null if there is one. */
  because: 'no_style' | 'too_many_contestants' | 'no_estimate' | 'extrapolates' | null
}

export interface FeatureEffect {
  feature: StyleFeature
  /** The clustered 95 % interval of the log odds that one standard deviation of difference adds. */
  interval: [number, number]
  /** Standard deviation of (a − b) / (a + b). */
  spread: number
  /** How often the one with twice as much of it wins, of two equally strong contestants. */
  twice: { winRate: number; interval: [number, number] }
}

export interface ControlledRating {
  name: string
  rating: number
  controlled: number
  interval: [number, number]
}

export interface StyleRating extends ControlledRating {
  /** Features that were hardly ever equal in its votes, so that `controlled` extrapolates. */
  extrapolates: StyleFeature[]
}

/** `styleReport`. If prompts and voters count together, each interval is the wider of the two. */
export function carefulStyle(table: VoteTable, board: Board): StyleReport {
  const [first, second = first] = byKind(board).map((kindBoard) => styleReport(table, kindBoard))
  if (first.because || second.because) return first.because ? first : second
  return {
    ...first,
    features: first.features.map((effect, k) => withWider(effect, second.features[k])),
    contestants: first.contestants.map((row) => {
      const interval = second.contestants.find(({ name }) => name === row.name)!.interval
      return isWider(interval, row.interval) ? { ...row, interval } : row
    }),
  }
}

const isWider = (interval: Ends, than: Ends): boolean => interval[1] - interval[0] > than[1] - than[0]

const withWider = (effect: FeatureEffect, alternative: FeatureEffect): FeatureEffect =>
  isWider(alternative.interval, effect.interval) ? alternative : effect

/** Computes style control of a board's votes: the effect of style, and ratings without it. */
export function styleReport(table: VoteTable, board: Board): StyleReport {
  const nothing = (because: StyleReport['because']): StyleReport => ({
    votes: 0,
    leftOut: table.votes,
    features: [],
    notUsed: [],
    contestants: [],
    because,
  })
  const details = table.details ?? []
  const known = details.map(featuresIn)
  const measured = known.filter((features) => features.length > 0)
  const features = STYLE_FEATURES.filter(
    (feature) => measured.length > 0 && measured.every((ofVote) => ofVote.includes(feature)),
  )
  if (features.length === 0) return nothing('no_style')
  const all = numbered(table, board)
  const linked = connected(all, board, (vote) => known[vote].length > 0)
  if (linked.members.length > MAX_CONTESTANTS) return nothing('too_many_contestants')
  const differences = features.map((feature) =>
    Float64Array.from(linked.votes, (vote) => differenceIn(details[vote], feature)),
  )
  const isUsed = differences.map((column) => styleSpread(column) > 0)
  const used = features.filter((_, k) => isUsed[k])
  const notUsed = STYLE_FEATURES.flatMap((feature): StyleReport['notUsed'] =>
    used.includes(feature)
      ? []
      : [{ feature, because: features.includes(feature) ? 'no_difference' : 'unknown' }],
  )
  const counts = { votes: linked.votes.length, leftOut: table.votes - linked.votes.length, notUsed }
  const covariates = differences.filter((_, k) => isUsed[k])
  const beyond = oneSided(linked.columns, covariates).map((numbers) => numbers.map((k) => used[k]))
  const centre = Int32Array.from(beyond.keys()).filter((i) => beyond[i].length === 0)
  const fitted =
    used.length > 0
      ? fitStyle({ ...linked.columns, covariates, ...(centre.length < beyond.length && { centre }) })
      : null
  if (!fitted) return { ...nothing('no_estimate'), ...counts }
  if (centre.length < 2) return { ...nothing('extrapolates'), ...counts }
  const effects = used.map((feature, k) => featureEffect(feature, k, fitted, linked.units))
  if (effects.some(({ twice: { interval } }) => !(interval[1] - interval[0] < SAYS_NOTHING)))
    return { ...nothing('no_estimate'), ...counts }
  return {
    ...counts,
    features: effects,
    contestants: styleRatings(fitted, linked, beyond, all.names, boardShift(board)).filter(
      ratedFilter(board),
    ),
    because: null,
  }
}

/** Contestants that do not extrapolate keep the mean of their plain ratings, so that no extrapolation shifts them. */
function styleRatings(
  fitted: StyleFit,
  linked: Connected,
  beyond: readonly StyleFeature[][],
  names: readonly string[],
  shift: number,
): StyleRating[] {
  const { members, theta } = linked
  const within = [...beyond.keys()].filter((i) => beyond[i].length === 0)
  const mean =
    within.length < members.length ? within.reduce((sum, i) => sum + theta[i] / within.length, 0) : 0
  const moved = mean === 0 ? fitted : { ...fitted, theta: fitted.theta.map((strength) => strength + mean) }
  const numbers = new Map(Array.from(members, (member, i) => [names[member], i]))
  const all = controlledRatings(moved, linked, names, shift).map((rating): StyleRating => {
    return { ...rating, extrapolates: beyond[numbers.get(rating.name)!] }
  })
  const isKnown = ({ extrapolates }: StyleRating) => extrapolates.length === 0
  return [...all.filter(isKnown), ...all.filter((rating) => !isKnown(rating))]
}

function featuresIn(details: VoteDetails): StyleFeature[] {
  return STYLE_FEATURES.filter(
    (feature) => details.styleA[feature] !== null && details.styleB[feature] !== null,
  )
}

function differenceIn({ styleA, styleB }: VoteDetails, feature: StyleFeature): number {
  const [a, b] = [styleA[feature], styleB[feature]]
  if (a === null || b === null) throw new RangeError(`a vote does not know the ${feature} of both answers`)
  return styleDifference(a, b)
}

function featureEffect(feature: StyleFeature, k: number, fitted: StyleFit, units: number): FeatureEffect {
  const beta = fitted.beta[k]
  const spread = fitted.spread[k]
  const standardError = Math.sqrt(fitted.betaCovariance[k * fitted.beta.length + k])
  const half = halfInterval(standardError, units)
  const twice = (value: number) => sigmoid((value * styleDifference(2, 1)) / spread)
  return {
    feature,
    interval: [beta - half, beta + half],
    spread,
    twice: { winRate: twice(beta), interval: [twice(beta - half), twice(beta + half)] },
  }
}

export function controlledRatings(
  { theta, thetaErrors }: Pick<StyleFit, 'theta' | 'thetaErrors'>,
  { members, theta: plain, effective }: Connected,
  names: readonly string[],
  shift: number,
): ControlledRating[] {
  return Array.from(members, (contestant, i): ControlledRating => {
    const [low, high] = symmetricInterval(theta[i], halfInterval(thetaErrors[i], effective[i]))
    return {
      name: names[contestant],
      rating: toRating(plain[i]) + shift,
      controlled: toRating(theta[i]) + shift,
      interval: [toRating(low) + shift, toRating(high) + shift],
    }
  }).sort((a, b) => b.controlled - a.controlled || (a.name < b.name ? -1 : 1))
}

// Finds contestants without votes at equal style. Their rating with style control would extrapolate.

/** At least one in this many votes must be at equality or on its other side. */
const ONE_IN = 20

/**
 * For each contestant, the numbers of the covariates that are on one side of 0 in more than 19 of 20 of its votes. An
 * example is a contestant whose answers are almost always longer. Its strength at 0 then depends on the form of the
 * model alone.
 */
function oneSided(
  { contestants, left, right }: Pick<CovariateVotes, 'contestants' | 'left' | 'right'>,
  covariates: readonly Float64Array[],
): number[][] {
  const votes = new Int32Array(contestants)
  for (const side of [left, right]) for (const contestant of side) votes[contestant]++
  const oneSidedBy = Array.from({ length: contestants }, (): number[] => [])
  covariates.forEach((values, covariate) => {
    const more = new Int32Array(contestants)
    const below = new Int32Array(contestants)
    values.forEach((value, vote) => {
      if (value === 0) return
      ;(value > 0 ? more : below)[left[vote]]++
      ;(value > 0 ? below : more)[right[vote]]++
    })
    for (let i = 0; i < contestants; i++)
      if (ONE_IN * (votes[i] - Math.max(more[i], below[i])) < votes[i]) oneSidedBy[i].push(covariate)
  })
  return oneSidedBy
}

/** The selected votes whose contestants these votes link both ways. */
interface Connected {
  members: Int32Array
  /** The plain strength of each member, and the Kish number of its votes over units. */
  theta: Float64Array
  effective: number[]
  votes: number[]
  columns: Omit<CovariateVotes, 'covariates'>
  units: number
}

export function connected(
  { votes: all, unit }: Numbered,
  { ties }: Board,
  isWanted: (vote: number) => boolean,
): Connected {
  const isCounted = (vote: number) => isWanted(vote) && (ties === 'half' || all.outcome[vote] < TIE)
  const counted = Int32Array.from([...all.outcome.keys()].filter(isCounted))
  const everyone = Int32Array.from({ length: all.contestants }, (_, i) => i)
  const rated = largestComponent(scorePairs(countPairs(selectVotes(all, counted, everyone, all.contestants))))
  const number = new Int32Array(all.contestants).fill(-1)
  rated.forEach((contestant, i) => (number[contestant] = i))
  const votes = counted.filter((vote) => number[all.left[vote]] >= 0 && number[all.right[vote]] >= 0)
  const selected = selectVotes(all, votes, number, rated.length)
  const units = take(unit, votes)
  const columns = {
    contestants: rated.length,
    left: selected.left,
    right: selected.right,
    score: Float64Array.from(selected.outcome, (outcome) => outcomeScore(outcome, true)),
    unit: units,
    units: unit.reduce((most, value) => Math.max(most, value), -1) + 1,
  }
  return {
    members: rated,
    theta: rated.length > 1 ? fit(scorePairs(countPairs(selected))).theta : new Float64Array(rated.length),
    effective: effectiveUnits(columns),
    votes: [...votes],
    columns,
    units: new Set(units).size,
  }
}

/** The Kish number of each contestant's votes over units, as on boards. */
function effectiveUnits({ contestants, left, right, unit }: Connected['columns']): number[] {
  const votesByUnit = Array.from({ length: contestants }, () => new Map<number, number>())
  for (const side of [left, right])
    side.forEach((contestant, vote) => {
      const votes = votesByUnit[contestant]
      votes.set(unit[vote], (votes.get(unit[vote]) ?? 0) + 1)
    })
  return votesByUnit.map((votes) => kish([...votes.values()]))
}
