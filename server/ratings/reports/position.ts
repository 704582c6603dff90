import { fitCovariates } from '../../../shared/stats/style/covariates.ts'
import { inflation, NORMAL_95 } from '../../../shared/stats/intervals/comparison.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { connected } from './connected.ts'
import { numbered, ratedOn, shiftOf } from './fitted.ts'
import { MOST_CONTESTANTS, ratingsOf, type ControlledRating } from './style.ts'

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
