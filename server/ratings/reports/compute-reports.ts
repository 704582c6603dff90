/**
 * The reports beside a board. REPORTS is the one list of them: `rate` has an option for each, and prints it as text or JSON. A
 * report that the page shows, too, has its schema in BOARD_REPORTS of the contracts and its view in shared/finish.
 */
import type { Board, BoardReports, ReportName } from '../../../shared/contracts/index.ts'
import { PEOPLE } from '../../../shared/contracts/source.ts'
import { layoutLines, type Part } from '../../../shared/finish/lines.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { assembleBoard } from '../boards/assemble-board.ts'
import { countVotes } from '../boards/count-votes.ts'
import type { BoardTask } from '../vote-store/view-votes.ts'
import type { StylesByAnswer } from './answer-styles.ts'
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
import { styleBesideBoard } from './style-beside-board.ts'
import { carefulStyle } from './style.ts'
import { attacksReport } from './voters.ts'

/** What is asked for beside a board, by the names of the options of `rate`. */
export interface ReportsRequested {
  style?: boolean
  position?: boolean
  baseline?: string | null
  voters?: boolean
  fit?: boolean
  headToHead?: boolean
  factors?: readonly WithFactors[] | null
}

/** What the server knows beside the votes of a board. */
interface Evidence extends Pick<ReportsInput, 'withFactors'> {
  /** Null: the answers are too long together. */
  styles: StylesByAnswer | null
  /** Whether the board has enough votes on enough units. */
  isEnough: boolean
}

/** A report on the votes of a Bradley-Terry board, with its unit, ties, rounds and seed. It declares nothing. */
interface Report<Asked extends keyof ReportsRequested, Value> {
  /** What asks for it. */
  asks: Asked
  /** Its option of `rate`, and what that does. */
  option: readonly [flags: string, does: string]
  compute: (votes: VoteTable, board: Board, input: NonNullable<ReportsRequested[Asked]>) => Value
  /** Empty where there is nothing to say. */
  lines: (value: Value, board: Board) => Part[]
}

/** What the page shows of a report. */
type Beside<Shown> = (votes: VoteTable, board: Board, evidence: Evidence) => Shown

/** A report that the page does not show. */
const report = <Asked extends keyof ReportsRequested, Value>(kind: Report<Asked, Value>) => ({
  ...kind,
  beside: null,
})

const shownReport = <Asked extends keyof ReportsRequested, Value, Shown>(
  kind: Report<Asked, Value> & { beside: Beside<Shown> },
) => kind

/** Every report, in the order in which they are printed. Its name is its key in JSON. */
export const REPORTS = {
  style: shownReport({
    asks: 'style',
    option: ['--style', 'also estimate the effect of style, and rate with style controlled'],
    compute: carefulStyle,
    lines: styleLines,
    beside: (votes, board, { styles, isEnough }) => styleBesideBoard(votes, board, styles, isEnough),
  }),
  position: shownReport({
    asks: 'position',
    option: ['--position', 'also estimate what the left position is worth, and rate with it controlled'],
    compute: carefulPosition,
    lines: positionLines,
    beside: (votes, board, { isEnough }) =>
      isEnough && board.view.source === PEOPLE ? knownPosition(votes, board) : null,
  }),
  baselineWinRates: report({
    asks: 'baseline',
    option: ['--baseline <name>', "add everyone's win rate against NAME: predicted, and direct"],
    compute: baselineReport,
    lines: (rows, board) => baselineLines(rows, board.baseline!),
  }),
  fit: shownReport({
    asks: 'fit',
    option: ['--fit', 'also test how well one strength per contestant explains the votes'],
    compute: carefulModelFit,
    lines: modelFitLines,
    beside: carefulModelFit,
  }),
  attacks: report({
    asks: 'voters',
    option: ['--voters', 'also list voters whose votes look like an attack'],
    compute: attacksReport,
    lines: attacksLines,
  }),
  ingredients: shownReport({
    asks: 'factors',
    option: [
      '--factors <file>',
      'also say what ingredients are worth: an arena.yaml, or a table of contestants',
    ],
    compute: ingredientsReport,
    lines: ingredientsLines,
    beside: (votes, board, { withFactors }) =>
      withFactors.length > 0 ? ingredientsReport(votes, board, withFactors) : null,
  }),
  headToHead: report({
    asks: 'headToHead',
    option: ['--head-to-head', 'also print the votes of each pair'],
    compute: countMeetings,
    lines: headToHeadLines,
  }),
} satisfies { [Name in ReportName]: { beside: Beside<BoardReports[Name]> } } & Record<string, unknown>

/** Reports by name. */
export type Reports = {
  [Name in keyof typeof REPORTS]?: Parameters<(typeof REPORTS)[Name]['lines']>[0]
}

/** Computes the reports that are asked for. */
export function computeReports(votes: VoteTable, board: Board, requested: ReportsRequested): Reports {
  const computed = Object.entries(REPORTS).flatMap(([name, { asks, compute }]) => {
    const input = requested[asks]
    return input ? [[name, compute(votes, board, input as never)]] : []
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

function knownPosition(votes: VoteTable, board: Board): BoardReports['position'] {
  const { votes: linked, eta, interval, leftWins } = carefulPosition(votes, board)
  return eta !== null && interval && leftWins ? { votes: linked, eta, interval, leftWins } : null
}

const MAX_NAMES = 300
const MAX_VOTES = 500_000
/** The fewest votes for a useful interval of η. */
const MIN_VOTES = 50
const MIN_UNITS = 10

export type ComputedReports = Omit<BoardReports, 'arena' | 'view'>

/** The input of the reports of a board, ready to be sent to another thread. */
export interface ReportsInput extends Omit<BoardTask, 'counted'> {
  /** The contestants with ingredients. */
  withFactors: readonly WithFactors[]
}

export const isTooLarge = ({ table, options }: ReportsInput): boolean =>
  options.contestants!.length > MAX_NAMES || table.votes > MAX_VOTES

/**
 * The reports that the page shows beside a board, by the functions that `rate` uses. Deterministic in its input.
 * @param styles the styles of the arena's answers; null if the answers are too long together
 */
export function boardReports(input: ReportsInput, styles: StylesByAnswer | null): ComputedReports {
  const { table, options, withFactors } = input
  const counted = countVotes(table, options)
  const { votes, cluster, groups, effectiveUnits } = counted
  const tooLarge = isTooLarge(input)
  const board = tooLarge || votes === 0 ? null : assembleBoard(counted, '', { ...options, rounds: 0 })
  const isEnough = votes >= MIN_VOTES && (cluster === 'vote' || effectiveUnits >= MIN_UNITS)
  const shown = Object.entries(REPORTS).flatMap(([name, { beside }]) =>
    beside ? [[name, board && beside(table, board, { withFactors, styles, isEnough })]] : [],
  )
  return {
    votes,
    tooLarge,
    cluster,
    ...(groups !== undefined && { groups }),
    effectiveUnits: cluster === 'vote' ? null : effectiveUnits,
    ...(Object.fromEntries(shown) as Pick<ComputedReports, ReportName>),
  }
}
