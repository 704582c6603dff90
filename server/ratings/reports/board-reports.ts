import type { BoardReports, Board, Cluster } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { boardOf } from '../boards/board-of.ts'
import { countedBy, fragilityOfBoard } from '../compute-board.ts'
import { tableOf, type BoardTask, type SelectedVotes } from '../vote-store/votes-of-view.ts'
import type { SamplesByVote, StylesByAnswer } from './answer-styles.ts'
import {
  styleReport,
  type FeatureEffect,
  type StyleRating,
  type StyleReport,
  connected,
  MOST_CONTESTANTS,
  ratingsOf,
  type ControlledRating,
  withStyles,
} from './style.ts'
import { sampleEffect, type SampleEffect } from '../../../shared/stats/style/sample-effect.ts'
import {
  lackOfFit,
  threeCycles,
  worstResiduals,
  type LackOfFit,
} from '../../../shared/stats/fit/lack-of-fit.ts'
import { fitCovariates } from '../../../shared/stats/style/covariates.ts'
import { inflation, NORMAL_95 } from '../../../shared/stats/intervals/comparison.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import { fittedOf, numbered, ratedOn, shiftOf } from './fitted.ts'
import { ingredientsReport, type WithFactors } from './ingredients.ts'

const MOST_NAMES = 300
const MOST_VOTES = 500_000
/** The fewest votes for a useful interval of η. */
const FEWEST_VOTES = 50
const FEWEST_UNITS = 10

export type ComputedReports = Omit<BoardReports, 'arena' | 'view'>

/** The input of the reports of a board, ready to be sent to another thread. */
export interface ReportsInput extends BoardTask {
  /** The contestants with ingredients. */
  withFactors: readonly WithFactors[]
}

export const isTooLarge = ({ votes, options }: ReportsInput): boolean =>
  options.contestants!.length > MOST_NAMES || votes.rows.length > MOST_VOTES

/**
 * The reports that the page shows beside a board, by the functions that `rate` uses. Deterministic in its input.
 * @param styles the styles of the arena's answers; null if the answers are too long together
 * @param samples the samples of the arena's votes that are on other answers than the first
 */
export function boardReports(
  input: ReportsInput,
  styles: StylesByAnswer | null,
  samples: SamplesByVote,
): ComputedReports {
  const { votes, options, withFactors } = input
  const table = tableOf(votes)
  const { counted } = countedBy(table, options)
  const { cluster, groups, effectiveUnits } = counted
  const tooLarge = isTooLarge(input)
  const about = {
    votes: counted.votes,
    tooLarge,
    cluster,
    ...(groups !== undefined && { groups }),
    effectiveUnits: cluster === 'vote' ? null : effectiveUnits,
  }
  if (tooLarge || counted.votes === 0)
    return {
      ...about,
      fragility: null,
      fit: null,
      position: null,
      style: null,
      samples: null,
      ingredients: null,
    }
  const board = boardOf(counted, '', { ...options, rounds: 0 })
  const whole = withSamples(table, votes, samples)
  const isEnough = counted.votes >= FEWEST_VOTES && (cluster === 'vote' || effectiveUnits >= FEWEST_UNITS)
  return {
    ...about,
    fragility: fragilityOfBoard(table, board),
    fit: fitOf(table, board),
    position: isEnough && board.view.source === 'humans' ? positionOf(table, board) : null,
    style: styleOfBoard(table, board, styles, isEnough),
    samples: samplesReport(whole),
    ingredients: withFactors.length > 0 ? ingredientsReport(whole, board, withFactors) : null,
  }
}

/** The votes with their samples, and with their voters even if the board does not resample voters. */
function withSamples(table: VoteTable, { columns, rows }: SelectedVotes, samples: SamplesByVote): VoteTable {
  const of = (side: 0 | 1) => Int32Array.from(rows, (row) => samples.get(columns.ids[row])?.[side] ?? 1)
  const voter = { names: table.voter.names, of: rows.map((row) => columns.voter[row]) }
  return { ...table, voter, samples: { left: of(0), right: of(1) } }
}

function fitOf(table: VoteTable, board: Board): ComputedReports['fit'] {
  const report = modelFitReport(table, board)
  if (!report) return null
  const { chiSquare, degreesOfFreedom, p, rounds, residuals, cycles } = report
  return { chiSquare, degreesOfFreedom, p, rounds, residuals, cycles: cycles.count }
}

function positionOf(table: VoteTable, board: Board): ComputedReports['position'] {
  const { votes, eta, interval, leftWins } = carefulPosition(table, board)
  return eta !== null && interval && leftWins ? { votes, eta, interval, leftWins } : null
}

type BoardStyle = NonNullable<BoardReports['style']>
type Withheld = NonNullable<BoardStyle['withheld']>
type Range = readonly [number, number]

/**
 * The smallest share of votes with the texts of both answers. With fewer, the two ratings are based on other votes
 * than the board.
 */
const LEAST_KNOWN = 0.5

const WITHHELD: Record<NonNullable<StyleReport['because']>, Withheld> = {
  no_style: 'no_texts',
  too_many_contestants: 'no_estimate',
  no_estimate: 'no_estimate',
  extrapolates: 'extrapolates',
}

/**
 * Style control as the page shows it: the report of `rate --style`, withheld with a reason if it is too uncertain. If
 * prompts and voters count together, each interval is the wider of the two.
 * @param styles null if the answers are too long together
 * @param isEnough whether the board has enough votes on enough units
 */
function styleOfBoard(
  table: VoteTable,
  board: Board,
  styles: StylesByAnswer | null,
  isEnough: boolean,
): BoardStyle {
  if (styles === null) return withheld('too_long', 0)
  const styled = withStyles(table, styles)
  const known = styled.details!.filter(
    ({ styleA, styleB }) => styleA.length !== null && styleB.length !== null,
  )
  if (known.length === 0) return withheld('no_texts', 0)
  if (!isEnough) return withheld('few_votes', known.length)
  if (known.length < LEAST_KNOWN * table.votes) return withheld('few_texts', known.length)
  const clusters = board.cluster === 'both' ? (['prompt', 'voter'] as const) : [board.cluster]
  const [first, second = first] = clusters.map((cluster) => styleReport(styled, { ...board, cluster }))
  const because = first.because ?? second.because
  if (because) return { ...withheld(WITHHELD[because], first.votes), notUsed: first.notUsed }
  return {
    votes: first.votes,
    withheld: null,
    features: first.features.map((one, k) => effectOf(one, second.features[k])),
    notUsed: first.notUsed,
    contestants: first.contestants.map((one) =>
      ratingOf(
        one,
        second.contestants.find(({ name }) => name === one.name)!,
      ),
    ),
  }
}

const withheld = (reason: Withheld, votes: number): BoardStyle => ({
  votes,
  withheld: reason,
  features: [],
  notUsed: [],
  contestants: [],
})

function effectOf(one: FeatureEffect, other: FeatureEffect): BoardStyle['features'][number] {
  const { feature, beta, spread, twice, interval } =
    wider(one.interval, other.interval) === one.interval ? one : other
  return { feature, beta, spread, interval, twice }
}

function ratingOf(one: StyleRating, other: StyleRating): BoardStyle['contestants'][number] {
  const { name, rating, plainInterval, controlled, interval, extrapolates } = one
  const isKnown = extrapolates.length === 0
  return {
    name,
    rating,
    plainInterval: plainInterval && other.plainInterval ? wider(plainInterval, other.plainInterval) : null,
    controlled: isKnown ? controlled : null,
    interval: isKnown ? wider(interval, other.interval) : null,
    extrapolates,
  }
}

const wider = <Ends extends Range>(one: Ends, other: Ends): Ends =>
  other[1] - other[0] > one[1] - one[0] ? other : one

/** The number of rounds. With 1,000 rounds, a standard deviation is known to about 2 %. */
const SAMPLE_ROUNDS = 1000
const SAMPLE_SEED = 1

/** Estimates how often another answer of a contestant changes the outcome. The order of the votes does not matter. */
export function samplesReport({ votes, left, right, outcome, ...table }: VoteTable): SampleEffect {
  const { prompt, voter, samples } = table
  const ones = new Int32Array(votes).fill(1)
  return sampleEffect(
    {
      first: left,
      second: right,
      firstSample: samples?.left ?? ones,
      secondSample: samples?.right ?? ones,
      outcome,
      prompt: inOrder(prompt, votes),
      voter: voter.of,
    },
    { rounds: SAMPLE_ROUNDS, seed: SAMPLE_SEED },
  )
}

/** Numbers prompts by their sorted keys, so that the draws do not depend on the order of the votes. */
function inOrder({ names, of }: VoteTable['prompt'], votes: number): Int32Array {
  if (of.length === 0) return new Int32Array(votes).fill(-1)
  const place = new Int32Array(names.length)
  const order = Array.from(names, (_, number) => number).sort((one, other) =>
    byCodeUnits(names[one] ?? '', names[other] ?? ''),
  )
  order.forEach((number, at) => (place[number] = at))
  return of.map((number) => (number < 0 ? -1 : place[number]))
}

/** The board by each kind of its units, for reports that support one kind only. */
const byKind = (board: Board): Board[] =>
  board.cluster === 'both'
    ? [
        { ...board, cluster: 'prompt' },
        { ...board, cluster: 'voter' },
      ]
    : [board]

/**
 * `positionReport`. If prompts and voters count together, it has the wider of the two intervals, or none if one is
 * unknown.
 */
export function carefulPosition(table: VoteTable, board: Board): PositionReport {
  const reports = byKind(board).map((one) => positionReport(table, one))
  const width = ({ interval }: PositionReport) => (interval ? interval[1] - interval[0] : Infinity)
  return reports.reduce((widest, one) => (width(one) > width(widest) ? one : widest))
}

/** `modelFitReport`. If prompts and voters count together, it has the larger of the two p-values. */
export function carefulModelFit(table: VoteTable, board: Board): ModelFitReport | null {
  const reports = byKind(board).map((one) => modelFitReport(table, one))
  return reports.reduce((largest, one) => ((one?.p ?? 0) > (largest?.p ?? 0) ? one : largest))
}

const FIT_ROUNDS = 999
const SHOWN = 10

export interface ModelFitReport extends LackOfFit {
  /** The unit that the p-value treats as independent. */
  cluster: Cluster
  rounds: number
  /** The pairs that the model explains worst. */
  residuals: {
    contestants: [string, string]
    votes: number
    /** The share of the first contestant, and the share that the model expects. */
    share: number
    expected: number
    z: number
  }[]
  /**
   * The number of cycles of three contestants with three clear win rates, and the clearest cycle: each beat the next.
   */
  cycles: { count: number; clearest: { contestants: string[]; shares: number[] }[] }
}

/** How well one strength for each contestant explains the votes; null for fewer than two rated. */
export function modelFitReport(table: VoteTable, board: Board): ModelFitReport | null {
  const fitted = fittedOf(numbered(table, board), board)
  if (!fitted) return null
  const { names, tally, selection, theta, fisherInformation } = fitted
  const nameOf = (member: number) => names[selection.members[member]]
  const cycles = threeCycles(tally, selection)
  return {
    ...lackOfFit(tally, selection, theta, fisherInformation, { rounds: FIT_ROUNDS, seed: board.seed }),
    cluster: board.cluster,
    rounds: FIT_ROUNDS,
    residuals: worstResiduals(selection.points, theta, fisherInformation, SHOWN).map(
      ({ first, second, votes, share, expected, z }) => ({
        contestants: [nameOf(first), nameOf(second)],
        votes,
        share,
        expected,
        z,
      }),
    ),
    cycles: {
      count: cycles.length,
      clearest: cycles.slice(0, SHOWN).map(({ members, shares }) => ({
        contestants: members.map((contestant) => names[contestant]),
        shares,
      })),
    },
  }
}

export interface PositionReport {
  /** Votes between contestants that these votes link both ways. */
  votes: number
  /** η: the log odds that the left position (first in the file) adds, with its clustered 95 % interval. */
  eta: number | null
  interval: [number, number] | null
  /** How often the left one of two equally strong contestants wins. */
  leftWins: { winRate: number; interval: [number, number] } | null
  /** The plain rating by the same votes, and the one with the position controlled. They declare nothing. */
  contestants: ControlledRating[]
}

/** Estimates the effect of the left position, fitted together with the strengths (Davidson & Beaver 1977). */
export function positionReport(table: VoteTable, board: Board): PositionReport {
  const all = numbered(table, board)
  const linked = connected(all, board, () => true)
  const { votes, columns, units } = linked
  const nothing = { votes: votes.length, eta: null, interval: null, leftWins: null, contestants: [] }
  if (linked.members.length > MOST_CONTESTANTS || units < 2) return nothing
  const fitted = fitCovariates({ ...columns, covariates: [new Float64Array(votes.length).fill(1)] })
  if (!fitted) return nothing
  const eta = fitted.beta[0]
  const half = NORMAL_95 * inflation(units, NORMAL_95) * Math.sqrt(fitted.betaCovariance[0])
  if (!(half > 1e-9)) return { ...nothing, eta }
  const interval: [number, number] = [eta - half, eta + half]
  return {
    votes: votes.length,
    eta,
    interval,
    leftWins: { winRate: sigmoid(eta), interval: [sigmoid(interval[0]), sigmoid(interval[1])] },
    contestants: ratingsOf(fitted, linked, all.names, shiftOf(board)).filter(ratedOn(board)),
  }
}
