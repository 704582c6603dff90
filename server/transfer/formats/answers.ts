import { z } from 'zod'
import type { TranscriptStep } from '../../../shared/contracts/index.ts'
import type { PictureExtractor } from '../../pictures/index.ts'
import { readTranscript } from '../../platform/read-transcript.ts'
import type { RowProblems } from './complaints.ts'
import {
  contextField,
  normalisedForm,
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
  FileError,
} from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { fileRows, headRows } from './rows.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import type { ImportedAnswer } from '../import/arena-import.ts'

/** One good row of an answers file. Either `text`, which may be empty, or `turns`. */
export interface AnswerRow extends Required<Omit<ImportedAnswer, 'sample'>> {
  line: number
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: number
}

/** The largest integer of Postgres. */
const MAX_TOKENS = 2 ** 31 - 1

const Turns = z.array(z.string()).min(1)

/**
 * The good rows of an answers file, in portions; every other row goes to `complaints`.
 * @param owner the contestant who gave all answers, if rows do not name it
 */
export async function* readAnswers(
  file: OpenFile,
  complaints: RowProblems,
  owner: string | null = null,
): AsyncGenerator<AnswerRow[]> {
  const lines = new Map<string, number>()
  for await (const rows of fileRows(file)) {
    const answers: AnswerRow[] = []
    for (const row of rows) {
      const answer = 'wrong' in row ? row.wrong : parseAnswerRow(row.line, row.fields, owner, file.pictures)
      if ('code' in answer) {
        complaints.add(row.line, answer)
        continue
      }
      const key = JSON.stringify([answer.prompt, answer.contestant, answer.sample])
      const earlier = lines.get(key)
      if (earlier !== undefined) {
        complaints.add(
          row.line,
          msg('row_unusable', {
            why: 'a second answer of a model to the same prompt without another sample',
          }),
          `the first is on line ${earlier}`,
        )
        continue
      }
      lines.set(key, row.line)
      answers.push(answer)
    }
    yield answers
  }
}

/** The answer of a row, or its fault. */
export function parseAnswerRow(
  line: number,
  fields: Fields,
  owner: string | null,
  pictures?: PictureExtractor,
): AnswerRow | CodedMessage {
  // files of one contestant have their own names of columns
  const idNames = owner === null ? [] : ['id']
  const column =
    ['prompt', 'question_id', ...idNames].find((name) => textField(fields[name]) !== null) ?? 'prompt'
  const prompt = textField(fields[column])
  if (prompt === null) return msg('field_missing', { field: 'prompt' })
  const named = owner ?? textField(fields['model'])
  if (named === null) return msg('field_missing', { field: 'model' })
  if (!isName(named)) return msg('row_unusable', { why: 'a control character in a name' })
  if (owner === null && standsForEmpty(named))
    return msg('found_there', { wrong: msg('name_empty'), there: quoted(named) })
  const contestant = owner ?? normalisedForm(named)
  const long = tooLong(fields, [column, ...(owner === null ? ['model'] : [])])
  if (long) return long
  const sample = sampleField(fields['sample'])
  if (sample === undefined)
    return msg('field_is_not', { field: 'sample', wanted: 'a whole number from 1 to 10000' })
  const content = readContent(owner === null ? fields : withText(fields))
  if ('code' in content) return content
  const context = contextField(fields['context'])
  if (context === undefined)
    return msg('field_is_not', { field: 'context', wanted: 'a text or a list of texts' })
  const numbers = { tokens: fields['tokens'], costUsd: fields['costUsd'], latencyMs: fields['latencyMs'] }
  for (const [name, value] of Object.entries(numbers))
    if (!isCountOrNothing(value)) return msg('field_is_not', { field: name, wanted: 'a number of 0 or more' })
  if ((numberField(numbers.tokens) ?? 0) > MAX_TOKENS)
    return msg('field_over', { field: 'tokens', most: MAX_TOKENS })
  const unstorable = unstorableField({ [column]: prompt, ...content, context })
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
  }
  return pictures ? pictures.fromAnswer(answer) : answer
}

/** What a file of one contestant may call its answers. */
export const ANSWER_TEXTS = ['response', 'output', 'answer', 'completion', 'content', 'reply']

/** What tools call them beside a right answer. */
const PREDICTED = ['prediction', 'generated_text', 'generation', 'model_output', 'model_answer']

/** @throws {FileError} if rows of one contestant hold different texts that may be the answer */
export function refuseUnclear(file: OpenFile): void {
  const rows = headRows(file)
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

function readContent({ text, turns, transcript }: Fields): Content | CodedMessage {
  const list = structureField(turns)
  const messages = structureField(transcript)
  if (list === null) {
    const onlyText = typeof text === 'string' && (text !== '' || messages === null) ? text : null
    if (messages === null)
      return onlyText === null
        ? msg('texts_missing', { fields: ['text', 'turns'], last: 'transcript' })
        : { text: onlyText, turns: null, transcript: null }
    const read = readTranscript(messages, onlyText)
    return 'code' in read ? read : { text: read.text, turns: null, transcript: nonEmpty(read.steps) }
  }
  const parsed = Turns.safeParse(list)
  if (!parsed.success) return msg('field_is_not', { field: 'turns', wanted: 'a list of texts' })
  if (messages === null) return { text: null, turns: parsed.data, transcript: null }
  const read = readTranscript(messages, parsed.data.at(-1))
  if ('code' in read) return read
  if (read.steps.some(({ turn = 1 }) => turn > parsed.data.length))
    return msg('field_is_not', { field: 'transcript', wanted: 'a list of chat messages' })
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
  'prompt question_id model text turns transcript sample context tokens costUsd latencyMs'.split(' ')
