import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { modelFitReport } from './model-fit.ts'
import type { ModelFitReport } from './model-fit.ts'
import { positionReport } from './position.ts'
import type { PositionReport } from './position.ts'

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
