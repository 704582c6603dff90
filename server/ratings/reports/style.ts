import {
  among,
  evidenceOf,
  fieldOf,
  fit,
  fitStyle,
  inflation,
  marginalInterval,
  sigmoid,
  styleDifference,
  styleSpread,
  tally,
  TIE,
  toRating,
} from '../../../shared/stats/internal.ts'
import type { CovariateVotes, StyleFit, VoteColumns } from '../../../shared/stats/internal.ts'
import { STYLE_FEATURES } from '../../../shared/contracts/vote-details.ts'
import type { StyleFeature, VoteDetails } from '../../../shared/contracts/vote-details.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { numbered, shiftOf } from './fitted.ts'
import type { Numbered } from './fitted.ts'

/** The design matrix is dense. */
export const MOST_CONTESTANTS = 2000

export interface StyleReport {
  /** Votes of which the style of both answers is known, between contestants they link both ways. */
  votes: number
  leftOut: number
  features: FeatureEffect[]
  /** Features that no effect can be told of: not known of all these answers, or never different. */
  notUsed: { feature: StyleFeature; because: 'unknown' | 'no_difference' }[]
  /** The plain rating by the same votes, and the one with style controlled. They declare nothing. */
  contestants: ControlledRating[]
  /** Why there is no answer, or null. */
  because: 'no_style' | 'too_many_contestants' | 'no_estimate' | null
}

export interface FeatureEffect {
  feature: StyleFeature
  /** Log odds that one standard deviation of difference adds, with its clustered 95 % interval. */
  beta: number
  standardError: number
  interval: [number, number]
  /** Standard deviation of (a − b) / (a + b). */
  spread: number
  /** How often the one of two equals wins that has twice as much. */
  twice: { winRate: number; interval: [number, number] }
}

export interface ControlledRating {
  name: string
  rating: number
  controlled: number
  interval: [number, number]
}

/** Style control of a board's votes: what style is worth, and ratings without it. */
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
  const whole = known.filter((features) => features.length > 0)
  const features = STYLE_FEATURES.filter(
    (one) => whole.length > 0 && whole.every((ofVote) => ofVote.includes(one)),
  )
  if (features.length === 0) return nothing('no_style')
  const all = numbered(table, board)
  const linked = connected(all, board, (vote) => known[vote].length > 0)
  if (linked.members.length > MOST_CONTESTANTS) return nothing('too_many_contestants')
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
  const fitted =
    used.length > 0
      ? fitStyle({ ...linked.columns, covariates: differences.filter((_, k) => isUsed[k]) })
      : null
  if (!fitted) return { ...nothing('no_estimate'), ...counts }
  return {
    ...counts,
    features: used.map((feature, k) => effectOf(feature, k, fitted, linked.units)),
    contestants: ratingsOf(fitted, linked, all.names, shiftOf(board)),
    because: null,
  }
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

/** The votes that are wanted, as far as their contestants are linked both ways by them. */
interface Connected {
  members: Int32Array
  /** By member the plain strength, and on how many units it has votes. */
  theta: Float64Array
  evidence: ArrayLike<number>
  /** Numbers of the votes. */
  votes: number[]
  columns: Omit<CovariateVotes, 'covariates'>
  /** How many units have a vote. */
  units: number
}

export function connected(
  { columns, by }: Numbered,
  { ties }: Board,
  isWanted: (vote: number) => boolean,
): Connected {
  const isCounted = (vote: number) => isWanted(vote) && (ties === 'half' || columns.outcome[vote] < TIE)
  const some = picked(columns, [...columns.outcome.keys()].filter(isCounted))
  const counted = tally(some, by, ties)
  const everyone = Int32Array.from({ length: columns.contestants }, (_, i) => i)
  const { rated } = fieldOf(among(counted, everyone).points)
  const selection = among(counted, rated)
  const number = new Int32Array(columns.contestants).fill(-1)
  rated.forEach((contestant, i) => (number[contestant] = i))
  const isRated = (vote: number) => number[columns.left[vote]] >= 0 && number[columns.right[vote]] >= 0
  const votes = [...columns.outcome.keys()].filter((vote) => isCounted(vote) && isRated(vote))
  const { left, right, outcome, unit, units } = picked(columns, votes)
  return {
    members: rated,
    theta: rated.length > 1 ? fit(selection.points).theta : new Float64Array(rated.length),
    evidence: evidenceOf(counted, selection).effective,
    votes,
    columns: {
      contestants: rated.length,
      left: left.map((contestant) => number[contestant]),
      right: right.map((contestant) => number[contestant]),
      score: Float64Array.from(outcome, (one) => SCORES[one]),
      unit,
      units,
    },
    units: new Set(unit).size,
  }
}

const SCORES = [1, 0, 0.5, 0.5]

function picked(columns: VoteColumns, votes: readonly number[]): VoteColumns {
  const of = (column: Int32Array) => Int32Array.from(votes, (vote) => column[vote])
  const { left, right, outcome, unit } = columns
  return {
    ...columns,
    left: of(left),
    right: of(right),
    outcome: Uint8Array.from(votes, (vote) => outcome[vote]),
    unit: of(unit),
  }
}

function effectOf(feature: StyleFeature, k: number, fitted: StyleFit, units: number): FeatureEffect {
  const beta = fitted.beta[k]
  const spread = fitted.spread[k]
  const standardError = Math.sqrt(fitted.betaCovariance[k * fitted.beta.length + k])
  const half = 1.96 * inflation(units, 1.96) * standardError
  const twice = (value: number) => sigmoid((value * styleDifference(2, 1)) / spread)
  return {
    feature,
    beta,
    standardError,
    interval: [beta - half, beta + half],
    spread,
    twice: { winRate: twice(beta), interval: [twice(beta - half), twice(beta + half)] },
  }
}

export function ratingsOf(
  { theta, thetaErrors }: Pick<StyleFit, 'theta' | 'thetaErrors'>,
  { members, theta: plain, evidence }: Connected,
  names: readonly string[],
  shift: number,
): ControlledRating[] {
  return Array.from(members, (contestant, i): ControlledRating => {
    const [low, high] = marginalInterval(theta[i], thetaErrors[i], evidence[i])
    return {
      name: names[contestant],
      rating: toRating(plain[i]) + shift,
      controlled: toRating(theta[i]) + shift,
      interval: [toRating(low) + shift, toRating(high) + shift],
    }
  }).sort((a, b) => b.controlled - a.controlled || (a.name < b.name ? -1 : 1))
}
