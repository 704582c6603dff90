import { columnsOf, nestedListIn, rowsOfHead } from './rows.ts'
import { FileError } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import {
  areAsked,
  areTexts,
  meantTextColumns,
  meantVoteColumns,
  NEEDED_COLUMNS,
  nearColumns,
} from './near-columns.ts'
import { refuseScores } from './score-votes.ts'
import { PROMPT_COLUMNS } from './answers.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { FileIs } from '../../../shared/messages/en/files.ts'

export type FileKind = 'votes' | 'answers-wide' | 'answers' | 'prompts' | 'arena'

/** A line `arena:` after lines of YAML only. No header of CSV and no bracket of JSON matches. */
const ARENA = /^(?:(?:[# \t-].*|\w[\w-]*:.*)?\r?\n)*arena:/

/**
 * Detects by the columns what a file contains.
 * @throws {FileError} if the kind is unknown; the message lists its columns and those of each kind
 */
export function detectKind(file: OpenFile): FileKind {
  if (/\.ya?ml$/i.test(file.name) || ARENA.test(file.head.toString('utf8', 0, 4096))) return 'arena'
  const columns = columnsOf(file)
  const what = writtenByOthers(file)
  if (what !== null) throw new FileError(msg('file_is', { file: file.name, what }))
  const has = (...names: string[]) => names.some((name) => columns.includes(name))
  if (has('score_a')) refuseScores(file)
  if (has('model_a', 'model_b') && has('winner')) return 'votes'
  const holdsTexts = (column: string) => areTexts(rowsOfHead(file).map((row) => row[column]))
  const votes = meantVoteColumns(columns)
  const saysWho = votes.some(({ meant }) => meant === 'winner')
  if (has('model_a') && has('model_b') && saysWho && !holdsTexts('model_a')) return 'votes'
  if (has('model_a', 'model_b', 'winner') && !has('prompt')) return 'votes'
  if (has('model') && has('text', 'turns', 'transcript')) return 'answers'
  refuseScores(file)
  if (has('prompt') && columns.some((column) => !PROMPT_COLUMNS.has(column))) return 'answers-wide'
  if (has('id', 'question_id') && has('text', 'messages', 'turns')) return 'prompts'
  const [first, ...others] = columns
  if (NAMES.test(first) && areAsked(others)) {
    const rows = rowsOfHead(file).map((row) => String(row[first]))
    throw new FileError(
      msg('table_exchanged', { file: file.name, columns: others.slice(0, 2), rows: rows.slice(0, 2) }),
    )
  }
  if (columns.length === 0 && file.head.toString('utf8').trim() === '')
    throw new FileError(msg('empty_file', { file: file.name }))
  const nested = nestedListIn(file)
  if (nested !== null) throw new FileError(msg('list_nested', { file: file.name, path: nested }))
  const texts = meantTextColumns(columns)
  const isOfAnswers =
    texts.length > 0 && votes.some(({ column, meant }) => meant === 'model_a' && holdsTexts(column))
  const isOfVotes = !isOfAnswers && votes.filter(({ meant }) => VOTE_NAMES.has(meant)).length > 1
  const meant = isOfVotes ? votes : texts.length > 0 ? texts : nearColumns(columns, NEEDED_COLUMNS)
  const near = meant.map(({ column, meant: name }) => `${column}=${name}`)
  throw new FileError(msg('unknown_file', { file: file.name, columns: columns.slice(0, 8), near }))
}

/** What people write above a column of contestants. */
const NAMES = /^(?:models?|systems?|variants?|contestants?|names?)$/i

const VOTE_NAMES: ReadonlySet<string> = new Set(['model_a', 'model_b', 'winner'])

/** What a file is that holds no rows at all, or rows without names. */
const WRITTEN: readonly (readonly [RegExp, FileIs])[] = [
  [/^\s*<(?:!doctype html|html|head|body|table)\b/i, 'web page'],
  [/^version https:\/\/git-lfs/, 'pointer'],
  [/^\s*<(?:\?xml[^]*<)?testsuite/, 'tests'],
  [/^\s*<\?xml/, 'xml'],
  [/^\s*(?:--.*\n\s*)*(?:insert into|create table|copy)\s[^]*(?:values|from stdin|;)/i, 'sql'],
  [/^[^\n{[]*\ufffd/, 'encoding'],
  [/^\s*\[\s*\[(?!\w+\]\])/, 'lists'],
  [/^\s*[[{]\s*(?:{\s*)?'/, 'python'],
]

function writtenByOthers({ head }: OpenFile): FileIs | null {
  const text = head.toString('utf8')
  return WRITTEN.find(([form]) => form.test(text))?.[1] ?? null
}
