import type { Board } from '../../../shared/contracts/index.ts'
import { layoutLines, type Part } from '../../../shared/finish/lines.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { baselineReport } from './baseline.ts'
import { ingredientsReport, type WithFactors } from './ingredients.ts'
import { carefulModelFit, carefulPosition } from './model-fit.ts'
import { countMeetings } from './pairs.ts'
import {
  attacksLines,
  baselineLines,
  headToHeadLines,
  ingredientsLines,
  modelFitLines,
  positionLines,
  styleLines,
} from './reports-text.ts'
import { styleReport } from './style.ts'
import { attacksReport } from './voters.ts'

/** What is asked for beside a board. */
export interface ReportsRequested {
  style?: boolean
  position?: boolean
  baseline?: string | null
  voters?: boolean
  fit?: boolean
  headToHead?: boolean
  withFactors?: readonly WithFactors[] | null
}

/** A report on the votes of a Bradley-Terry board, with its unit, ties, rounds and seed. It declares nothing. */
interface Report<Value> {
  /** What asks for it. */
  asks: keyof ReportsRequested
  compute: (votes: VoteTable, board: Board, input: never) => Value
  /** Empty where there is nothing to say. */
  lines: (value: Value, board: Board) => Part[]
}

const report = <Asked extends keyof ReportsRequested, Value>(
  asks: Asked,
  compute: (votes: VoteTable, board: Board, input: NonNullable<ReportsRequested[Asked]>) => Value,
  lines: Report<Value>['lines'],
): Report<Value> => ({ asks, compute, lines })

/** Every report, in the order in which they are printed. Its name is its key in the JSON of the board. */
const REPORTS = {
  style: report('style', styleReport, styleLines),
  position: report('position', carefulPosition, positionLines),
  baselineWinRates: report('baseline', baselineReport, (rows, board) => baselineLines(rows, board.baseline!)),
  modelFit: report('fit', carefulModelFit, modelFitLines),
  attacks: report('voters', attacksReport, attacksLines),
  ingredients: report('withFactors', ingredientsReport, ingredientsLines),
  headToHead: report('headToHead', countMeetings, headToHeadLines),
}

/** Reports by name. */
export type Reports = {
  [Name in keyof typeof REPORTS]?: Parameters<(typeof REPORTS)[Name]['lines']>[0]
}

/** Computes the reports that are asked for. */
export function computeReports(votes: VoteTable, board: Board, requested: ReportsRequested): Reports {
  const computed = Object.entries(REPORTS).flatMap(([name, kind]) => {
    const input = requested[kind.asks]
    return input ? [[name, kind.compute(votes, board, input as never)]] : []
  })
  return Object.fromEntries(computed) as Reports
}

/** The reports in words and tables, a block for each; null if there are none. */
export function reportsText(reports: Reports, board: Board, width: number): string | null {
  const blocks = Object.entries(REPORTS).flatMap(([name, { lines }]) => {
    const value = reports[name as keyof Reports]
    const parts = value === undefined ? [] : lines(value as never, board)
    return parts.length === 0 ? [] : [`${layoutLines(parts, width).join('\n')}\n`]
  })
  return blocks.length === 0 ? null : blocks.join('\n')
}
