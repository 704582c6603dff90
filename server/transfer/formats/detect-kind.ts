import { spellingOf } from './column-changes.ts'
import { cellsOf, columnsOf, nestedListIn, ownColumnsOf, rowsOfHead } from './rows.ts'
import { FileError, idField, numberField, textField, type Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import {
  areAsked,
  areTexts,
  meantTextColumns,
  meantIn,
  meantVoteColumns,
  NEEDED_COLUMNS,
  nearColumns,
  sidesIn,
  VOTE_COLUMNS,
  voteNamesIn,
} from './near-columns.ts'
import { ANSWER, hasTask, refuseScores } from './score-votes.ts'
import { ANSWER_TEXTS, PROMPT_COLUMNS, READ_OF_ANSWERS } from './answers.ts'
import { READ_OF_PROMPTS } from './prompts.ts'
import { hasOutcome, outcomeCode, outcomeWord } from '../../../shared/stats/outcome-words.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { FileIs } from '../../../shared/messages/en/files.ts'

/** The columns of Deadheat's own files of texts. */
const OF_TEXTS: readonly string[] = [
  ...PROMPT_COLUMNS,
  ...READ_OF_ANSWERS,
  ...READ_OF_PROMPTS,
  ...ANSWER_TEXTS,
]

/** The names that columns of a file may have in another spelling: those of sides only where they name who is compared. */
export function ownNamesIn(file: OpenFile): readonly string[] {
  const columns = ownColumnsOf(file)
  const has = (name: string) => columns.some((column) => spellingOf(column) === spellingOf(name))
  const rows = rowsOfHead({ ...file, changes: undefined })
  const sides = columns
    .filter((column) => /^model[ab]$/.test(spellingOf(column)))
    .map((column) => rows.map((row) => row[column]))
  const comeAgain = sides.every((cells) => 2 * new Set(cells).size <= cells.length)
  const areApart = sides.length === 2 && !sides[0].some((cell) => sides[1].includes(cell))
  const areNames = sides.length > 0 && !sides.some(areTexts) && (has('winner') || (comeAgain && areApart))
  return [...OF_TEXTS, ...voteNamesIn(columns)].filter((name) => areNames || !/_[ab]$/.test(name))
}

/** Whether a file has the columns of votes and no others: no tool wrote it, and nothing is to be detected. */
export function isOfVotesAlone(file: OpenFile): boolean {
  const columns = columnsOf(file)
  const isTold = ['model_a', 'model_b', 'winner'].every((column) => columns.includes(column))
  return isTold && columns.every((column) => OF_VOTES.has(column))
}
const OF_VOTES = new Set(['id', ...VOTE_COLUMNS.filter((column) => !column.startsWith('conversation'))])

export type FileKind = 'votes' | 'answers-wide' | 'answers' | 'prompts' | 'arena'

/** A line `arena:` after lines of YAML only. No header of CSV and no bracket of JSON matches. */
const ARENA = /^(?:(?:[# \t-].*|\w[\w-]*:.*)?\r?\n)*arena:/

/**
 * Detects by the columns what a file contains.
 * @throws {FileError} if the kind is unknown; the message lists its columns and those of each kind
 */
export function detectKind(file: OpenFile): FileKind {
  if (ARENA.test(file.head.toString('utf8', 0, 4096))) return 'arena'
  if (/\.ya?ml$/i.test(file.name)) {
    if (/^["']?arena["']?[ \t]*:|^[ \t]*{/m.test(file.head.toString('utf8'))) return 'arena'
    throw new FileError(msg('file_is', { file: file.name, what: 'yaml' }))
  }
  const columns = columnsOf(file)
  const what = writtenByOthers(file)
  if (what !== null) throw new FileError(msg('file_is', { file: file.name, what }))
  if (isHeadless(file, columns)) throw new FileError(msg('file_is', { file: file.name, what: 'headless' }))
  const has = (...names: string[]) => names.some((name) => columns.includes(name))
  if (has('score_a')) refuseScores(file)
  if (has('model_a', 'model_b') && has('winner')) return 'votes'
  const holdsTexts = (column: string) => areTexts(cellsOf(file, column))
  const votes = meantIn(file)
  const saysWho = votes.some(({ meant }) => meant === 'winner')
  // names of sides come again, and answers hardly ever do
  const names = rowsOfHead(file).flatMap(({ model_a, model_b }) => [model_a, model_b])
  const haveNames = saysWho || 2 * new Set(names).size <= names.length
  if (has('model_a') && has('model_b') && haveNames && !holdsTexts('model_a')) return 'votes'
  if (has('model_a', 'model_b', 'winner') && !has('prompt')) return 'votes'
  if (has('model') && has('text', 'turns', 'transcript')) return 'answers'
  const texts = meantTextColumns(columns)
  const isLong = texts.some(({ meant }) => meant === 'model' || meant === 'response')
  if (!isLong || !has('prompt')) {
    refuseNumbers(file, columns)
    refuseScores(file)
  }
  const areSides = sidesIn(columns).map(({ column }) => cellsOf(file, column))
  // names of two columns that come again in each other are those of sides
  const hasSides = areSides.length === 2 && areSides[0].some((cell) => areSides[1].includes(cell))
  if (has('prompt') && !isLong && !hasSides && columns.some((column) => !PROMPT_COLUMNS.has(column)))
    return 'answers-wide'
  if (has('id', 'question_id') && has('text', 'messages', 'turns')) return 'prompts'
  const [first, ...others] = columns
  if (NAMES.test(first) && areAsked(others)) {
    const rows = rowsOfHead(file).map((row) => String(row[first]))
    throw new FileError(
      msg('table_exchanged', { file: file.name, columns: others.slice(0, 2), rows: rows.slice(0, 2) }),
    )
  }
  if (columns.length === 0 && /^\s*(?:\[\s*\]|{\s*}|null)?\s*$/.test(file.head.toString('utf8')))
    throw new FileError(msg('empty_file', { file: file.name }))
  const nested = nestedListIn(file)
  if (nested !== null) throw new FileError(msg('list_nested', { file: file.name, path: nested }))
  const rows = rowsOfHead(file)
  const isOfAnswers =
    texts.length > 0 && votes.some(({ column, meant }) => meant === 'model_a' && holdsTexts(column))
  const sides = votes.filter(({ meant }) => meant === 'model_a' || meant === 'model_b')
  // where nothing says who won, names of sides come again
  const isOfVotes =
    !isOfAnswers &&
    votes.filter(({ meant }) => VOTE_NAMES.has(meant)).length > 1 &&
    (saysWho || texts.length === 0 || sides.some(({ column }) => comesAgain(rows.map((row) => row[column]))))
  const named = votes.filter(
    ({ column, meant }) => meant === 'winner' || !VOTE_NAMES.has(meant) || !holdsTexts(column),
  )
  const meant = isOfVotes ? named : texts.length > 0 ? texts : answerColumns(columns)
  const listed = meant.find(({ column }) => rows.some((row) => Array.isArray(row[column])))
  if (listed)
    throw new FileError(msg('answers_nested', { file: file.name, column: listed.column, names: [] }))
  const isFlat = !rows.some((row) => Object.values(row).some(isObject))
  const near = meant.flatMap(({ column, meant: name }) =>
    rows.some((row) => isObject(row[column])) ? [] : [`${column}=${name}`],
  )
  if (near.length === 0) {
    const within = rowsWithin(rows)
    if (within) throw new FileError(msg('rows_nested', { file: file.name, ...within }))
    const isPrinted = knownIn((columns[0] ?? file.head.toString('utf8').split('\n')[0]).split(/[\s"]+/)) > 1
    const isSurvey = columns.length > 1 && columns.some((column) => /[?？؟]$/.test(column))
    if (isPrinted || isSurvey)
      throw new FileError(msg('file_is', { file: file.name, what: isPrinted ? 'printed' : 'survey' }))
  }
  const canRename = columns.length > 1 && isFlat
  throw new FileError(
    msg('unknown_file', {
      file: file.name,
      columns: columns.slice(0, 8),
      near: near.length === 0 && canRename ? undefined : near,
    }),
  )
}

/** How to read columns as those of answers to prompts that are elsewhere, else those nearly right. */
function answerColumns(columns: readonly string[]): { column: string; meant: string }[] {
  const [text, id] = [columns.find((column) => ANSWER.test(column)), columns.find((one) => IDS.test(one))]
  if (text === undefined || id === undefined || !columns.includes('model'))
    return nearColumns(columns, NEEDED_COLUMNS)
  return [
    { column: text, meant: 'text' },
    ...(id === 'question_id' ? [] : [{ column: id, meant: 'question_id' }]),
  ]
}
const IDS = /^(?:(?:question|prompt|task|item)?_?id|key)$/i

/** Whether one of these cells is another one's equal. */
const comesAgain = (cells: readonly unknown[]) => new Set(cells).size < cells.length

const knownIn = (columns: readonly string[]): number =>
  columns.filter((column) => NEEDED_COLUMNS.includes(column)).length

/** Whether the first line of a table is one of its rows: an outcome above outcomes, or a question above questions. */
function isHeadless(file: OpenFile, columns: readonly string[]): boolean {
  const isOutcome = (text: string) => hasOutcome(outcomeCode(outcomeWord(text), 0)) && /\p{L}/u.test(text)
  const likeRow = columns.filter((column, i) => isOutcome(column) || (i === 0 && areAsked([column])))
  const known = knownIn(columns)
  if (likeRow.length === 0 || columns.length < 3 || known > Math.min(1, knownIn(likeRow))) return false
  if (meantVoteColumns(columns).length + meantTextColumns(columns).length > 0) return false
  const rows = rowsOfHead(file)
  return likeRow.some((column) => {
    const cells = rows.map((row) => textField(row[column]) ?? '')
    return cells.length > 0 && (isOutcome(column) ? cells.every(isOutcome) : areAsked(cells))
  })
}

const isObject = (cell: unknown): boolean => typeof cell === 'object' && cell !== null

/** The key of the objects that hold the columns of rows, as APIs of databases have them. */
function rowsWithin([first = {}]: readonly Fields[]): { key: string; columns: string[] } | null {
  const within = Object.entries(first).flatMap(([key, value]) => {
    const row = Array.isArray(value) ? value[0] : value
    const columns = isObject(row) && /^\w+$/.test(key) ? Object.keys(row as object) : []
    return knownIn(columns) > 0 ? [{ key, columns: columns.slice(0, 8), isList: row !== value }] : []
  })
  const [one, other] = within
  if (one && other && !one.isList && !other.isList && knownIn([...one.columns, ...other.columns]) > 2)
    return {
      key: `${one.key} + .${other.key} | select(. != null)`,
      columns: [...one.columns, ...other.columns],
    }
  const found = within.find(({ columns }) => knownIn(columns) > 1)
  return found
    ? { key: found.isList ? `${found.key}[]?` : `${found.key} // empty`, columns: found.columns }
    : null
}

/** @throws {FileError} for a table of contestants by contestants, or with one row for each of them */
function refuseNumbers(file: OpenFile, columns: readonly string[]): void {
  const rows = rowsOfHead(file)
  const name = columns.findIndex((column) => NAMES.test(column) || /^(?:|unnamed: 0)$/i.test(column))
  if (name < 0 || rows.length < 2 || hasTask(columns) || columns.some((one) => ANSWER.test(one))) return
  const others = columns.filter((_, i) => i !== name)
  const names = rows.map((row) => textField(row[columns[name]]) ?? '')
  const numbers = others.filter((one) =>
    rows.every((row) => idField(row[one]) === null || numberField(row[one]) !== null),
  )
  const areSame = 2 * names.filter((one) => others.includes(one)).length > names.length
  const isNamed = columns[name] !== '' || others.some((column) => /rate|rating|elo|score/i.test(column))
  const areRatings = isNamed && new Set(names).size === names.length && names.every((one) => !areAsked([one]))
  const isMatrix = areSame && numbers.length === others.length
  if (!isMatrix && (!areRatings || numbers.length === 0)) return
  if (!others.some((column) => areTexts(rows.map((row) => row[column]))))
    throw new FileError(msg('file_is', { file: file.name, what: isMatrix ? 'matrix' : 'ratings' }))
}

/** What people write above a column of contestants. */
const NAMES = /^(?:models?|systems?|variants?|contestants?|names?)$/i

const VOTE_NAMES: ReadonlySet<string> = new Set(['model_a', 'model_b', 'winner', 'loser'])

/** What a file is that holds no rows at all, or rows without names. */
const WRITTEN: readonly (readonly [RegExp, FileIs])[] = [
  [/^\s*<(?:!doctype html|html|head|body|table)\b/i, 'web page'],
  [/^version https:\/\/git-lfs/, 'pointer'],
  [/^\s*<(?:\?xml[^]*<)?testsuite/, 'tests'],
  [/^\s*<\?xml/, 'xml'],
  [/^\s*{[^]*"cell_type"\s*:/, 'notebook'],
  [/{"*ImportId"*:/, 'Qualtrics'],
  [/^\s*(?:--.*\n\s*)*-- (?:PostgreSQL|MySQL|MariaDB)/, 'sql'],
  [/^\s*(?:--.*\n\s*)*(?:insert into|create table|copy)\s[^]*(?:values|from stdin|;)/i, 'sql'],
  [/^[^\n{[]*\ufffd/, 'encoding'],
  [
    /^\s*(?:module\.exports|(?:export )?(?:const|var|let) \w+)\s*=|^export default\s|^\s*(?:\[\s*)?{\s*[a-z_]\w*\s*:/i,
    'javascript',
  ],
  [/^(?:shape: .*\n)?[┌╭╔]/, 'printed'],
  [/^\s*\[\s*\[(?!\w+\]\])|^\s*\[\s*[^\s{}[\]][^{}[\]]*\]\s*(?:\[|$)/, 'lists'],
  [/^\s*[[{]\s*(?:{\s*)?'/, 'python'],
]

function writtenByOthers({ head }: OpenFile): FileIs | null {
  const text = head.toString('utf8')
  return WRITTEN.find(([form]) => form.test(text))?.[1] ?? null
}
