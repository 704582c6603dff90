import { z } from 'zod'
import type { TranscriptStep } from '../../../shared/contracts/index.ts'
import type { PictureTaker } from '../../pictures/index.ts'
import { readTranscript } from '../../platform/read-transcript.ts'
import type { Complaints } from './complaints.ts'
import {
  contextField,
  formOf,
  isName,
  numberField,
  quoted,
  sampleField,
  standsForEmpty,
  structureField,
  textField,
  tooLong,
  unstorableField,
  type Fields,
  LONGEST_NAME,
  FileError,
} from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { RUN_IDS } from './run-ids.ts'
import { rowsOf, columnsOf, rowsOfHead } from './rows.ts'
import { msg, type CodedMessage, type AnyMessage } from '../../../shared/messages/index.ts'
import { keyOfText } from './tools/tool-format.ts'
import { MOST_CONTESTANTS } from '../../../shared/contracts/limits.ts'
import type { PromptRow } from './prompts.ts'
import type { ImportedAnswer } from '../import/arena-import.ts'

/** One good row of an answers file. Either `text`, which may be empty, or `turns`. */
export interface AnswerRow extends Required<Omit<ImportedAnswer, 'sample' | 'run'>> {
  line: number
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: number
  /** The ids of its run in another tool. */
  run?: Record<string, string>
}

/** The largest integer of Postgres. */
const MOST_TOKENS = 2 ** 31 - 1

const Turns = z.array(z.string()).min(1)

/**
 * The good rows of an answers file, in portions; every other row goes to `complaints`.
 * @param owner the contestant who gave all answers, if rows do not name it
 */
export async function* readAnswers(
  file: OpenFile,
  complaints: Complaints,
  owner: string | null = null,
): AsyncGenerator<AnswerRow[]> {
  const lines = new Map<string, number>()
  for await (const rows of rowsOf(file)) {
    const answers: AnswerRow[] = []
    for (const row of rows) {
      const answer = 'wrong' in row ? row.wrong : answerOf(row.line, row.fields, owner, file.pictures)
      if ('code' in answer) {
        complaints.add(row.line, answer)
        continue
      }
      const key = JSON.stringify([answer.prompt, answer.contestant, answer.sample])
      const earlier = lines.get(key)
      if (earlier !== undefined) {
        complaints.add(row.line, msg('second_answer'), msg('first_on_line', { line: earlier }))
        continue
      }
      lines.set(key, row.line)
      answers.push(answer)
    }
    yield answers
  }
}

/** The answer of a row, or its fault. */
export function answerOf(
  line: number,
  fields: Fields,
  owner: string | null,
  pictures?: PictureTaker,
): AnswerRow | CodedMessage {
  // files of one contestant have their own names of columns
  const own = owner === null ? [] : ['id']
  const column =
    ['prompt', 'question_id', ...own].find((name) => textField(fields[name]) !== null) ?? 'prompt'
  const prompt = textField(fields[column])
  if (prompt === null) return msg('field_missing', { field: 'prompt' })
  const named = owner ?? textField(fields['model'])
  if (named === null) return msg('field_missing', { field: 'model' })
  if (!isName(named)) return msg('control_in_name')
  if (owner === null && standsForEmpty(named))
    return msg('found_there', { wrong: msg('name_empty'), there: quoted(named) })
  const contestant = owner ?? formOf(named)
  const long = tooLong(fields, [column, ...(owner === null ? ['model'] : []), ...RUN_IDS])
  if (long) return long
  const sample = sampleField(fields['sample'])
  if (sample === undefined) return msg('no_sample_in', { field: 'sample' })
  const content = contentOf(owner === null ? fields : withText(fields))
  if ('code' in content) return content
  const context = contextField(fields['context'])
  if (context === undefined) return msg('no_context')
  const numbers = { tokens: fields['tokens'], costUsd: fields['costUsd'], latencyMs: fields['latencyMs'] }
  for (const [name, value] of Object.entries(numbers))
    if (!isCountOrNothing(value)) return msg('no_count_in', { field: name })
  if ((numberField(numbers.tokens) ?? 0) > MOST_TOKENS)
    return msg('count_over', { field: 'tokens', most: MOST_TOKENS })
  const ids = RUN_IDS.filter((name) => textField(fields[name]) !== null)
  const run = Object.fromEntries(ids.map((name) => [name, textField(fields[name])!]))
  const unstorable = unstorableField({ [column]: prompt, ...content, context, ...run })
  if (unstorable) return unstorable
  const answer = {
    line,
    prompt,
    contestant,
    sample: sample ?? 1,
    ...content,
    context,
    tokens: rounded(numberField(numbers.tokens)),
    costUsd: numberField(numbers.costUsd),
    latencyMs: numberField(numbers.latencyMs),
    ...(ids.length > 0 && { run }),
  }
  return pictures ? pictures.fromAnswer(answer) : answer
}

/** What a file of one contestant may call its answers. */
export const ANSWER_TEXTS = ['response', 'output', 'answer', 'completion', 'content', 'reply']

/** What tools call them beside a right answer. */
const PREDICTED = ['prediction', 'generated_text', 'generation', 'model_output', 'model_answer']

/** @throws {FileError} if rows of one contestant hold different texts that may be the answer */
export function refuseUnclear(file: OpenFile): void {
  const rows = rowsOfHead(file)
  const columns = ['text', ...ANSWER_TEXTS, ...PREDICTED].filter((name) =>
    rows.some((row) => textField(row[name])),
  )
  if (rows.some((row) => new Set(columns.map((name) => textField(row[name]))).size > 1))
    throw new FileError(msg('responses_unclear', { file: file.name, columns }))
}

function withText(fields: Fields): Fields {
  const { text, turns, transcript } = fields
  if (text !== undefined || turns !== undefined || transcript !== undefined) return fields
  return { ...fields, text: fields[ANSWER_TEXTS.find((name) => fields[name] !== undefined) ?? ''] }
}

type Content = Pick<AnswerRow, 'text' | 'turns' | 'transcript'>

function contentOf({ text, turns, transcript }: Fields): Content | CodedMessage {
  const list = structureField(turns)
  const messages = structureField(transcript)
  if (list === null) {
    const own = typeof text === 'string' && (text !== '' || messages === null) ? text : null
    if (messages === null)
      return own === null ? msg('text_or_turns_missing') : { text: own, turns: null, transcript: null }
    const read = readTranscript(messages, own)
    return 'code' in read ? read : { text: read.text, turns: null, transcript: nonEmpty(read.steps) }
  }
  const parsed = Turns.safeParse(list)
  if (!parsed.success) return msg('no_turns')
  if (messages === null) return { text: null, turns: parsed.data, transcript: null }
  const read = readTranscript(messages, parsed.data.at(-1))
  if ('code' in read) return read
  if (read.steps.some(({ turn = 1 }) => turn > parsed.data.length)) return msg('no_transcript')
  return { text: null, turns: parsed.data, transcript: nonEmpty(read.steps) }
}

const nonEmpty = (steps: TranscriptStep[]): TranscriptStep[] | null => (steps.length > 0 ? steps : null)

function isCountOrNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  const number = numberField(value)
  return number !== null && number >= 0
}

const rounded = (number: number | null): number | null => (number === null ? null : Math.round(number))

/** Columns of a table of answers that belong to the prompt; every other column is a contestant. */
export const PROMPT_COLUMNS: ReadonlySet<string> = new Set(
  'prompt id question_id category group reference context'.split(' '),
)

/** The columns of an answers file. */
export const READ_OF_ANSWERS =
  'prompt question_id model text turns transcript sample context tokens costUsd latencyMs'
    .split(' ')
    .concat(RUN_IDS)

/** What a cell says of an answer besides its text. */
const CELL = {
  sample: 1,
  turns: null,
  context: null,
  transcript: null,
  tokens: null,
  costUsd: null,
  latencyMs: null,
}

/** One row of a table of answers: a prompt and the answer of each contestant. An empty cell is no answer. */
interface WideRow {
  prompt: PromptRow
  answers: AnswerRow[]
}

/**
 * The good rows of a table of answers (`prompt, NAME, NAME, …`), in portions; every other row goes to `complaints`.
 * The key of a prompt without an id is a hash of its text, so the same table again gives the same prompts. In JSON a
 * row may add contestants.
 * @throws {FileError} if it has no prompt column, no contestant, or a contestant without a usable name
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
  if ((names.size < 2 || lines.size === 0) && nested !== null)
    throw new FileError(msg('answers_nested', { file: file.name, ...nested }))
  const column = names.size > 1 ? undefined : ['text', ...ANSWER_TEXTS].find((name) => names.has(name))
  // one more contestant of an arena is a column, too
  if (names.size > 0 && column === undefined) return
  if (column !== undefined) throw new FileError(msg('answers_unnamed', { file: file.name, column }))
  throw new FileError(msg('too_few_columns', { file: file.name }))
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

/** Whether a column of a table of answers is a contestant. */
export const isContestant = (column: string): boolean => column !== '' && !PROMPT_COLUMNS.has(column)

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
  const long = tooLong(fields, ['question_id', 'id', 'category', 'group'])
  if (long) return long
  const context = contextField(fields['context'])
  if (context === undefined) return msg('no_context')
  const key = textField(fields['question_id']) ?? textField(fields['id']) ?? keyOfText(text)
  const group = textField(fields['group'])
  const prompt: PromptRow = {
    line,
    key,
    messages: [{ role: 'user', content: text }],
    category: textField(fields['category']),
    ...(group !== null && { promptGroup: group }),
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
  const answers = filled.map(([contestant, cell]) => ({
    ...CELL,
    line,
    prompt: key,
    contestant,
    text: String(cell),
  }))
  const { category, reference } = prompt
  const unstorable = unstorableField({
    ...Object.fromEntries(filled),
    id: key,
    prompt: text,
    category,
    group,
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
