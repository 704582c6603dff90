import type { BoardReports } from '../../../shared/contracts/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { boardOf } from '../boards/board-of.ts'
import { fragilityOfBoard } from '../boards/fragility-of-board.ts'
import type { FullTask } from '../vote-store/compute-full.ts'
import { tableOfRows } from '../vote-store/stored-rows.ts'
import type { StoredRows } from '../vote-store/stored-rows.ts'
import { modelFitReport } from './model-fit.ts'
import { carefulPosition } from './more-careful.ts'
import { samplesReport } from './samples.ts'
import type { SamplesByVote } from './sample-queries.ts'
import { styleOfBoard } from './style-of-board.ts'
import type { StylesByAnswer } from './style-queries.ts'

const MOST_CONTESTANTS = 300
const MOST_VOTES = 500_000
/** The fewest votes for a useful interval of η. */
const FEWEST_VOTES = 50
const FEWEST_UNITS = 10

export type ComputedReports = Omit<BoardReports, 'arena' | 'view'>

/** The input of the reports of a board, ready to be sent to another thread. */
export type ReportsInput = Pick<FullTask, 'counted' | 'votes' | 'options'>

export const isTooLarge = ({ counted }: ReportsInput): boolean =>
  counted.names.length > MOST_CONTESTANTS || counted.votes > MOST_VOTES

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
    return { ...about, fragility: null, fit: null, position: null, style: null, samples: null }
  const board = boardOf(counted, '', { ...options, rounds: 0 })
  const table = tableOfRows(votes)
  const isEnough = counted.votes >= FEWEST_VOTES && (cluster === 'vote' || effectiveUnits >= FEWEST_UNITS)
  return {
    ...about,
    fragility: fragilityOfBoard(table, board),
    fit: fitOf(table, board),
    position: isEnough && board.view.source === 'humans' ? positionOf(table, board) : null,
    style: styleOfBoard(table, board, styles, isEnough),
    samples: samplesReport(withSamples(table, votes, samples)),
  }
}

/** The votes with their samples, and with their voters even if the board does not resample voters. */
function withSamples(table: VoteTable, { columns, rows }: StoredRows, samples: SamplesByVote): VoteTable {
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
