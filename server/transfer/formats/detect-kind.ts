/** What a file of Deadheat's own form holds, by the exact names of its columns. */
import type { UnreadableKind } from '../../../shared/messages/en/files.ts'
import { msg } from '../../../shared/messages/index.ts'
import { VOTE_COLUMNS, voteColumnNames } from './aliases.ts'
import { ANSWER_TEXTS, PROMPT_COLUMNS, READ_OF_ANSWERS } from './answers.ts'
import { FileError, numberField, textField } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { READ_OF_PROMPTS } from './prompts.ts'
import { mappedColumns, nestedListPath, headRows, pathInPages } from './rows.ts'
import { isTestReport } from './test-reports.ts'

/** The columns of Deadheat's own files, which may be written in another case, with spaces or dashes. */
const OWN_NAMES: readonly string[] = [
  ...PROMPT_COLUMNS,
  ...READ_OF_ANSWERS,
  ...READ_OF_PROMPTS,
  ...ANSWER_TEXTS,
  ...voteColumnNames(),
]
export const deadheatColumns = (): readonly string[] => OWN_NAMES

/** Whether a file has the columns of votes and no others: no tool wrote it, and nothing is to be detected. */
export function isPlainVotesFile(file: OpenFile): boolean {
  const columns = mappedColumns(file)
  const areVotes = ['model_a', 'model_b', 'winner'].every((column) => columns.includes(column))
  return areVotes && columns.every((column) => OF_VOTES.has(column))
}
const OF_VOTES = new Set(['id', ...VOTE_COLUMNS.filter((column) => !column.startsWith('conversation'))])

export type FileKind = 'votes' | 'answers' | 'prompts' | 'arena'

/** The columns that each kind reads. */
export const READ_OF: Record<Exclude<FileKind, 'arena'>, ReadonlySet<string>> = {
  votes: new Set(['id', ...VOTE_COLUMNS]),
  answers: new Set(READ_OF_ANSWERS),
  prompts: new Set(READ_OF_PROMPTS),
}

/** A line `arena:` after lines of YAML only. No header of CSV and no bracket of JSON matches. */
const ARENA = /^(?:(?:[# \t-].*|\w[\w-]*:.*)?\r?\n)*arena:/

/** The most columns that a message names. */
const MAX_COLUMNS = 8

/** Beginnings of texts that hold no rows. */
const FOREIGN: readonly (readonly [form: RegExp, what: UnreadableKind])[] = [
  [/^\s*(?:<!doctype html|<html|<head|<body|<table)/i, 'web page'],
  [/^version https:\/\/git-lfs/, 'pointer'],
  [/^\s*<\?xml/, 'xml'],
  [/^\s*(?:\[\s*)?{\s*'[^']*'\s*:/, 'Python'],
]

/**
 * Says by the columns what a file contains.
 * @throws {FileError} if the kind is unknown; the message lists its columns, and those that are probably meant
 */
export function detectKind(file: OpenFile): FileKind {
  if (ARENA.test(file.head.toString('utf8', 0, 4096))) return 'arena'
  if (/\.ya?ml$/i.test(file.name)) {
    if (/^["']?arena["']?[ \t]*:|^[ \t]*{/m.test(file.head.toString('utf8'))) return 'arena'
    throw new FileError(msg('file_is', { file: file.name, what: 'yaml' }))
  }
  const text = file.head.toString('utf8')
  const foreign = isTestReport(file) ? 'tests' : FOREIGN.find(([form]) => form.test(text))?.[1]
  if (foreign) throw new FileError(msg('file_is', { file: file.name, what: foreign }))
  const columns = mappedColumns(file)
  const has = (...names: string[]) => names.some((name) => columns.includes(name))
  const sides = ['model_a', 'model_b', 'winner'].filter((column) => has(column))
  if (sides.length > 1) return 'votes'
  if (has('model') && has('text', 'turns', 'transcript')) return 'answers'
  if (isMatrix(file, columns)) throw new FileError(msg('file_is', { file: file.name, what: 'matrix' }))
  if (has('id', 'question_id') && has('text', 'messages', 'turns')) return 'prompts'
  if (columns.length === 0 && /^\s*(?:\[\s*\]|{\s*}|null)?\s*$/.test(file.head.toString('utf8')))
    throw new FileError(msg('empty_file', { file: file.name }))
  const pages = pathInPages(file)
  if (pages !== null) throw new FileError(msg('pages_apart', { file: file.name, path: pages }))
  const nested = nestedListPath(file)
  if (nested !== null) throw new FileError(msg('list_nested', { file: file.name, path: nested }))
  throw new FileError(
    msg('unknown_file', { file: file.name, columns: columns.slice(0, MAX_COLUMNS), ...nearestKind(columns) }),
  )
}

/** The columns that a file needs to be of a kind. Those of an answer may name its prompt by `question_id`, too. */
const NEEDED = {
  votes: ['model_a', 'model_b', 'winner'],
  answers: ['prompt', 'model', 'text'],
  prompts: ['id', 'text'],
} as const

/** What the columns of a file are nearest to, and what they lack of it; nothing if several kinds are as near. */
function nearestKind(columns: readonly string[]): { kind?: keyof typeof NEEDED; missing?: string[] } {
  const has = (name: string) =>
    columns.includes(name) || (['id', 'prompt'].includes(name) && columns.includes('question_id'))
  const kinds = (['votes', 'answers', 'prompts'] as const)
    .map((kind) => ({ kind, present: NEEDED[kind].filter(has).length }))
    .sort((a, b) => b.present - a.present)
  const [{ kind, present }, next] = kinds
  return present > next.present ? { kind, missing: NEEDED[kind].filter((name) => !has(name)) } : {}
}

/** Whether the first column of a table has most of the names that the others have. */
function isMatrix(file: OpenFile, [first = '', ...names]: readonly string[]): boolean {
  const rows = headRows(file)
  const namedRows = rows.filter((row) => names.includes(textField(row[first]) ?? ''))
  // with marks of thousands, too: that it is a table of numbers does not say which
  const isNumber = (cell: unknown) =>
    numberField(cell) !== null || /^\d*(?:[,.'’ ]\d{3})*$/.test(textField(cell) ?? '')
  const areNumbers = rows.every((row) => names.every((name) => row[first] === name || isNumber(row[name])))
  return rows.length > 1 && 2 * namedRows.length > rows.length && areNumbers
}
