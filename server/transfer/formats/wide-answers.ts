import { createHash } from 'node:crypto'
import { MOST_CONTESTANTS } from '../../../shared/contracts/limits.ts'
import type { PictureTaker } from '../../pictures/index.ts'
import type { AnswerRow } from './answers.ts'
import { columnsOf } from './columns.ts'
import type { Complaints } from './complaints.ts'
import {
  contextField,
  formOf,
  isName,
  LONGEST_NAME,
  quoted,
  standsForEmpty,
  textField,
  tooLong,
  unstorableField,
} from './fields.ts'
import type { Fields } from './fields.ts'
import { FileError } from './file-error.ts'
import type { OpenFile } from './open-file.ts'
import type { PromptRow } from './prompts.ts'
import { rowsOf } from './rows.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage, AnyMessage } from '../../../shared/messages/index.ts'

/** Columns of a table of answers that belong to the prompt; every other column is a contestant. */
export const PROMPT_COLUMNS: ReadonlySet<string> = new Set([
  'prompt',
  'id',
  'question_id',
  'category',
  'reference',
  'context',
])

/** One row of a table of answers: a prompt and the answer of each contestant. An empty cell is no answer. */
export interface WideRow {
  prompt: PromptRow
  answers: AnswerRow[]
}

/**
 * The good rows of a table of answers (`prompt, NAME, NAME, …`), in portions; every other row goes to `complaints`.
 * The key of a prompt without an id is a hash of its text, so the same table again gives the same prompts. In JSON a
 * row may add contestants.
 * @throws {FileError} if it has no prompt column, fewer than two contestants, or a contestant without a usable name
 */
export async function* readWideAnswers(file: OpenFile, complaints: Complaints): AsyncGenerator<WideRow[]> {
  const names = new Set<string>()
  const header = columnsOf(file).map((column) => formOf(column.trim()))
  if (!header.includes('prompt')) throw new FileError(msg('no_prompt_column', { file: file.name }))
  learnNames(names, header, file.name)
  const lines = new Map<string, number>()
  let nested: { column: string; names: string[] } | null = null
  for await (const rows of rowsOf(file)) {
    const wide: WideRow[] = []
    for (const row of rows) {
      const fields = 'wrong' in row ? null : trimmed(row.fields)
      if (fields) learnNames(names, Object.keys(fields), msg('line_of', { file: file.name, line: row.line }))
      if (fields) nested ??= nestedIn(fields)
      const read = fields
        ? wideRow(row.line, fields, file.pictures)
        : 'wrong' in row
          ? row.wrong
          : msg('column_twice')
      if ('code' in read) complaints.add(row.line, read)
      else if (lines.has(read.prompt.key))
        complaints.add(row.line, msg('prompt_there'), msg('on_line', { line: lines.get(read.prompt.key)! }))
      else {
        lines.set(read.prompt.key, row.line)
        wide.push(read)
      }
    }
    yield wide
  }
  if (names.size < 2 && nested !== null)
    throw new FileError(msg('answers_nested', { file: file.name, ...nested }))
  if (names.size < 2) throw new FileError(msg('too_few_columns', { file: file.name, count: names.size }))
}

/** The first column with an object or a list instead of a text, and the first keys of the object. */
function nestedIn(fields: Fields): { column: string; names: string[] } | null {
  const found = Object.entries(fields).find(
    ([name, cell]) => isContestant(name) && typeof cell === 'object' && cell !== null,
  )
  if (!found) return null
  const names = Array.isArray(found[1]) ? [] : Object.keys(found[1] as object)
  return { column: found[0], names: names.filter(isName).slice(0, 4) }
}

const isContestant = (column: string): boolean => column !== '' && !PROMPT_COLUMNS.has(column)

/** Adds the contestants among the columns. Each needs a storable name. */
function learnNames(names: Set<string>, columns: readonly string[], place: AnyMessage): void {
  for (const name of columns) {
    if (names.has(name) || !isContestant(name)) continue
    const column = quoted(name)
    if (!isName(name)) throw new FileError(msg('control_in_column', { place, column }))
    if (standsForEmpty(name)) throw new FileError(msg('column_name_empty', { place, column, name }))
    if (name.length > LONGEST_NAME)
      throw new FileError(msg('column_long', { place, column, most: LONGEST_NAME }))
    names.add(name)
    if (names.size > MOST_CONTESTANTS)
      throw new FileError(msg('columns_many', { file: place, count: names.size, most: MOST_CONTESTANTS }))
  }
}

/** The fields by trimmed names; null if two have the same name. */
function trimmed(fields: Fields): Fields | null {
  const all: Fields = Object.create(null)
  for (const [key, value] of Object.entries(fields)) {
    const column = formOf(key.trim())
    if (column in all) return null
    all[column] = value
  }
  return all
}

function wideRow(line: number, fields: Fields, pictures?: PictureTaker): WideRow | CodedMessage {
  const text = fields['prompt']
  if (typeof text !== 'string' || text.trim() === '') return msg('field_empty', { field: 'prompt' })
  const long = tooLong(fields, ['question_id', 'id', 'category'])
  if (long) return long
  const context = contextField(fields['context'])
  if (context === undefined) return msg('no_context')
  const key = textField(fields['question_id']) ?? textField(fields['id']) ?? keyOf(text)
  const prompt: PromptRow = {
    line,
    key,
    messages: [{ role: 'user', content: text }],
    category: textField(fields['category']),
    reference: textField(fields['reference']),
    variables: null,
    context,
    unread: [],
  }
  const filled = Object.entries(fields).filter(
    ([name, cell]) => isContestant(name) && cell !== undefined && cell !== null && cell !== '',
  )
  if (filled.length === 0) return msg('no_answer')
  if (filled.some(([, cell]) => typeof cell === 'object')) return msg('answer_no_text')
  const answers = filled.map(([name, cell]) => answerOf(line, key, name, String(cell)))
  const { category, reference } = prompt
  const unstorable = unstorableField({
    ...Object.fromEntries(filled),
    id: key,
    prompt: text,
    category,
    reference,
    context,
  })
  if (unstorable) return unstorable
  return pictures ? withPictures({ prompt, answers }, pictures) : { prompt, answers }
}

function withPictures(row: WideRow, pictures: PictureTaker): WideRow | CodedMessage {
  const prompt = pictures.fromPrompt(row.prompt)
  if ('code' in prompt) return prompt
  const answers: AnswerRow[] = []
  for (const written of row.answers) {
    const answer = pictures.fromAnswer(written)
    if ('code' in answer) return answer
    answers.push(answer)
  }
  return { prompt, answers }
}

function answerOf(line: number, prompt: string, contestant: string, text: string): AnswerRow {
  return {
    line,
    prompt,
    contestant,
    sample: 1,
    text,
    turns: null,
    context: null,
    transcript: null,
    tokens: null,
    costUsd: null,
    latencyMs: null,
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12)
}
