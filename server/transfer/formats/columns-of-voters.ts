/** Files of votes with a column for each person. */
import { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { outcomeOfText } from './outcome-words.ts'
import { VOTE_DETAIL_COLUMNS, findColumnAliases } from './aliases.ts'
import { unchangedColumns } from './column-changes.ts'
import { normalisedForm, textField, type Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { headRows, mappedColumns } from './rows.ts'

/** So many rows show what a column holds. */
const SHOWN_ROWS = 200
/** The most columns that a plan reads as votes: those of its `again`, and the first. */
const MAX_VOTERS = 21

/** Whether a text says by itself who won: a side, or a tie. A number may be a score. */
const isOutcome = (text: string): boolean => outcomeOfText(text) >= 0

const cellTexts = (rows: readonly Fields[], column: string): string[] =>
  rows.flatMap((row) => textField(row[column]) ?? [])

/** The columns whose cells all say who won, if together they say more than one thing. */
function outcomeColumns(file: OpenFile): string[] {
  const rows = headRows(file).slice(0, SHOWN_ROWS)
  const namesSide = (row: Fields, text: string) =>
    ['model_a', 'model_b'].some((side) => normalisedForm(textField(row[side]) ?? '') === normalisedForm(text))
  const saysWho = (row: Fields, column: string) => {
    const text = textField(row[column])
    return text === null || isOutcome(text) || namesSide(row, text)
  }
  const others = new Set([
    'model_a',
    'model_b',
    'winner',
    ...VOTE_DETAIL_COLUMNS,
    ...unchangedColumns(file.changes),
  ])
  const columns = mappedColumns(file).filter(
    (column) =>
      column !== '' &&
      !others.has(column) &&
      cellTexts(rows, column).length > 0 &&
      rows.every((row) => saysWho(row, column)),
  )
  return sayVarious(rows, columns) ? columns : []
}

/** Whether several rows say more than one thing in these columns. */
const sayVarious = (rows: readonly Fields[], columns: readonly string[]): boolean =>
  rows.length > 1 && new Set(columns.flatMap((column) => cellTexts(rows, column))).size > 1

/** The plan of rows that name both sides, and have a column for the vote of each person; null if they have not. */
export function planOfVoters(file: OpenFile): ReadPlan | null {
  const columns = mappedColumns(file)
  const areSides = ['model_a', 'model_b'].every((side) => columns.includes(side))
  const hasVoter = findColumnAliases(columns).some(({ meant }) => meant === 'judge')
  if (!areSides || hasVoter || ['winner', 'judge'].some((column) => columns.includes(column))) return null
  const [first, ...more] = outcomeColumns(file)
  if (first === undefined || more.length === 0 || more.length >= MAX_VOTERS) return null
  const extras = ['prompt', ...VOTE_DETAIL_COLUMNS, 'question_id'].filter((column) =>
    columns.includes(column),
  )
  const voteColumns = (column: string) => ({ winner: column, judge: `=${column}` })
  return ReadPlan.parse({
    kind: 'votes',
    columns: {
      model_a: 'model_a',
      model_b: 'model_b',
      ...Object.fromEntries(extras.filter((column) => column !== 'id').map((column) => [column, column])),
      ...(extras.includes('id') && !extras.includes('question_id') && { question_id: 'id' }),
      ...voteColumns(first),
    },
    again: more.map(voteColumns),
  })
}
