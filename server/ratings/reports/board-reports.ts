import type { BoardReports } from '../../../shared/contracts/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { boardOf } from '../boards/board-of.ts'
import { fragilityOfBoard } from '../boards/fragility-of-board.ts'
import type { FullTask } from '../vote-store/compute-full.ts'
import { tableOfRows } from '../vote-store/stored-rows.ts'
import { modelFitReport } from './model-fit.ts'
import { carefulPosition } from './more-careful.ts'
import { styleOfBoard } from './style-of-board.ts'
import type { StylesByAnswer } from './style-queries.ts'

const MOST_CONTESTANTS = 300
const MOST_VOTES = 500_000
/** With fewer the interval of η says nothing that helps. */
const FEWEST_VOTES = 50
const FEWEST_UNITS = 10

export type ComputedReports = Omit<BoardReports, 'arena' | 'view'>

/** What the reports of a board are computed from, ready to be sent to another thread. */
export type ReportsInput = Pick<FullTask, 'counted' | 'votes' | 'options'>

export const isTooLarge = ({ counted }: ReportsInput): boolean =>
  counted.names.length > MOST_CONTESTANTS || counted.votes > MOST_VOTES

/**
 * The reports that the page shows beside a board, by the functions that `rate` uses. Deterministic in its input.
 * @param styles  of the arena's answers; null if these are too long together
 */
export function boardReports(input: ReportsInput, styles: StylesByAnswer | null): ComputedReports {
  const { counted, votes, options } = input
  const { cluster, effectiveUnits } = counted
  const tooLarge = isTooLarge(input)
  const about = {
    votes: counted.votes,
    tooLarge,
    cluster,
    effectiveUnits: cluster === 'vote' ? null : effectiveUnits,
  }
  if (tooLarge || counted.votes === 0)
    return { ...about, fragility: null, fit: null, position: null, style: null }
  const board = boardOf(counted, '', { ...options, rounds: 0 })
  const table = tableOfRows(votes)
  const isEnough = counted.votes >= FEWEST_VOTES && (cluster === 'vote' || effectiveUnits >= FEWEST_UNITS)
  return {
    ...about,
    fragility: fragilityOfBoard(table, board),
    fit: fitOf(table, board),
    position: isEnough && board.view.source === 'humans' ? positionOf(table, board) : null,
    style: styleOfBoard(table, board, styles, isEnough),
  }
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
