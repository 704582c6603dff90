/** How well one strength for each contestant explains the votes: the fit, and the position of answers. */
import type { Board, Cluster } from '../../../shared/contracts/index.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { largestComponent, scorePairs } from '../../../shared/stats/fit/points.ts'
import { countedVotes, countPairs, subsetVotes } from '../../../shared/stats/fit/votes.ts'
import { lackOfFit, type LackOfFit } from '../../../shared/stats/fit/lack-of-fit.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { halfInterval } from '../../../shared/stats/intervals/comparison.ts'
import { fitCovariates } from '../../../shared/stats/style/covariates.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byKind, numbered, ratedFilter, boardShift, resamplingUnits } from './fitted.ts'
import { connected, MAX_CONTESTANTS, controlledRatings, type ControlledRating } from './style.ts'

/**
 * `positionReport`. If prompts and voters count together, it has the wider of the two intervals, or none if one is
 * unknown.
 */
export function carefulPosition(table: VoteTable, board: Board): PositionReport {
  const reports = byKind(board).map((kindBoard) => positionReport(table, kindBoard))
  const width = ({ interval }: PositionReport) => (interval ? interval[1] - interval[0] : Infinity)
  return reports.reduce((widest, report) => (width(report) > width(widest) ? report : widest))
}

/** `modelFitReport`. If prompts and voters count together, it has the larger of the two p-values. */
export function carefulModelFit(table: VoteTable, board: Board): ModelFitReport | null {
  const reports = byKind(board).map((kindBoard) => modelFitReport(table, kindBoard))
  return reports.reduce((largest, report) => ((report?.p ?? 0) > (largest?.p ?? 0) ? report : largest))
}

const FIT_ROUNDS = 999

export interface ModelFitReport extends LackOfFit {
  /** The unit that the p-value treats as independent. */
  cluster: Cluster
  rounds: number
}

/** How well one strength for each contestant explains the votes; null for fewer than two rated. */
export function modelFitReport(table: VoteTable, board: Board): ModelFitReport | null {
  const { votes } = numbered(table, board)
  const counted = countedVotes(votes, board.ties)
  const rated = subsetVotes(counted, largestComponent(scorePairs(countPairs(counted))))
  if (rated.contestants < 2) return null
  const { theta, converged } = fit(scorePairs(countPairs(rated)))
  if (!converged) return null
  return {
    ...lackOfFit(rated, resamplingUnits(rated, board), theta, { rounds: FIT_ROUNDS, seed: board.seed }),
    cluster: board.cluster,
    rounds: FIT_ROUNDS,
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
  if (linked.members.length > MAX_CONTESTANTS || units < 2) return nothing
  const fitted = fitCovariates({ ...columns, covariates: [new Float64Array(votes.length).fill(1)] })
  if (!fitted) return nothing
  const eta = fitted.beta[0]
  const half = halfInterval(Math.sqrt(fitted.betaCovariance[0]), units)
  if (!(half > 1e-9)) return { ...nothing, eta }
  const interval: [number, number] = [eta - half, eta + half]
  return {
    votes: votes.length,
    eta,
    interval,
    leftWins: { winRate: sigmoid(eta), interval: [sigmoid(interval[0]), sigmoid(interval[1])] },
    contestants: controlledRatings(fitted, linked, all.names, boardShift(board)).filter(ratedFilter(board)),
  }
}
