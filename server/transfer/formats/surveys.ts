/** Files in which several columns say who won: a survey has a column for each question, or for each person. */
import { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg } from '../../../shared/messages/index.ts'
import { isSettled, outcomeCode, outcomeWord, settledOutcome } from './outcome-words.ts'
import { VOTE_DETAIL_COLUMNS, findColumnAliases } from './aliases.ts'
import { unchangedColumns } from './column-changes.ts'
import { FileError, normalisedForm, numberField, textField, type Fields, testPassed } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { headRows, mappedColumns } from './rows.ts'

/** So many rows show what a column holds. */
const SHOWN_ROWS = 200
/** No name of a contestant has more words. */
const MAX_WORDS = 6
/** The most columns that a plan reads as votes: those of its `again`, and the first. */
const MAX_VOTERS = 21

/** Whether a text says by itself who won: a side, or a tie. A number may be a score. */
const isOutcome = (text: string): boolean => isSettled(outcomeCode(outcomeWord(text), 0))

const isTie = (text: string): boolean => settledOutcome(outcomeCode(outcomeWord(text), 0)) > 1

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

/**
 * Columns with the same few names, of which each respondent chose for each question.
 * @param isTied  whether a cell must say that both were equal
 */
function choiceColumns(file: OpenFile, isTied: boolean): string[] {
  const rows = headRows(file).slice(0, SHOWN_ROWS)
  const isName = (text: string) => text.trim().split(/\s+/).length <= MAX_WORDS && numberField(text) === null
  const columns = mappedColumns(file)
    .map((column) => ({ column, cells: cellTexts(rows, column) }))
    .filter(
      ({ column, cells }) =>
        column !== '' &&
        cells.length > 0 &&
        cells.every(isName) &&
        cells.some((text) => testPassed(text) === null),
    )
  const columnsWith = new Map<string, number>()
  for (const text of columns.flatMap(({ cells }) => [...new Set(cells)]))
    columnsWith.set(text, (columnsWith.get(text) ?? 0) + 1)
  const isShared = (text: string) => isOutcome(text) || columnsWith.get(text)! > 1
  if (isTied && !columns.some(({ cells }) => cells.some(isTie))) return []
  const chosen = columns
    .filter(({ cells }) => new Set(cells).size < cells.length && cells.some(isShared))
    .map(({ column }) => column)
  return sayVarious(rows, chosen) ? chosen : []
}

/**
 * @param isTable  whether it would be a table of answers, of which some may be as short as a letter
 * @throws {FileError} if several columns say who won
 */
export function refuseSurvey(file: OpenFile, isTable: boolean): void {
  // columns that are called otherwise are proposed
  const aliases = isTable ? [] : findColumnAliases(mappedColumns(file))
  if (aliases.some(({ meant }) => /^(?:model_[ab]|winner)$/.test(meant))) return
  const outcomes = outcomeColumns(file)
  const columns = outcomes.length > 1 ? outcomes : choiceColumns(file, isTable)
  if (columns.length > 1)
    throw new FileError(msg('columns_say_who_won', { file: file.name, columns: columns.slice(0, MAX_NAMED) }))
}
const MAX_NAMED = 6

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
