import { createHash } from 'node:crypto'
import type { AnswerRow } from './answers.ts'
import { columnsOf } from './columns.ts'
import type { Complaints } from './complaints.ts'
import { contextField, isName, isStorable, textField } from './fields.ts'
import type { Fields } from './fields.ts'
import { FileError } from './file-error.ts'
import type { OpenFile } from './open-file.ts'
import type { PromptRow } from './prompts.ts'
import { rowsOf } from './rows.ts'

/** Columns of a table of answers that speak of the prompt; every other column is a contestant. */
export const PROMPT_COLUMNS: ReadonlySet<string> = new Set([
  'prompt',
  'id',
  'question_id',
  'category',
  'reference',
  'context',
])

/** One row of a table of answers: a prompt and what each contestant answered. An empty cell is no answer. */
export interface WideRow {
  prompt: PromptRow
  answers: AnswerRow[]
}

/**
 * The good rows of a table of answers (`prompt, NAME, NAME, …`), in portions; every other row goes to `complaints`. A
 * prompt without an id is known by a hash of its text, so the same table again is the same prompts.
 * @throws {FileError} when it has no prompt column, or fewer than two contestants
 */
export async function* readWideAnswers(file: OpenFile, complaints: Complaints): AsyncGenerator<WideRow[]> {
  const columns = columnsOf(file)
  const names = columns.filter((column) => column !== '' && !PROMPT_COLUMNS.has(column))
  if (!columns.includes('prompt')) throw new FileError(`${file.name} has no column prompt.`)
  if (names.length < 2)
    throw new FileError(
      `${file.name} has ${names.length} contestant beside its prompts; at least two are needed.`,
    )
  const odd = names.find((name) => !isName(name))
  if (odd !== undefined)
    throw new FileError(`${file.name} has a control character in the column ${JSON.stringify(odd)}.`)
  const lines = new Map<string, number>()
  for await (const rows of rowsOf(file)) {
    const wide: WideRow[] = []
    for (const row of rows) {
      const read = 'wrong' in row ? row.wrong : wideRow(row.line, row.fields, names)
      if (typeof read === 'string') complaints.add(row.line, read)
      else if (lines.has(read.prompt.key))
        complaints.add(row.line, 'a prompt that is already there', `line ${lines.get(read.prompt.key)}`)
      else {
        lines.set(read.prompt.key, row.line)
        wide.push(read)
      }
    }
    yield wide
  }
}

function wideRow(line: number, fields: Fields, names: readonly string[]): WideRow | string {
  const text = fields['prompt']
  if (typeof text !== 'string' || text.trim() === '') return 'prompt is empty'
  const context = contextField(fields['context'])
  if (context === undefined) return 'context is neither a text nor a list of texts'
  const key = textField(fields['question_id']) ?? textField(fields['id']) ?? keyOf(text)
  const prompt: PromptRow = {
    line,
    key,
    messages: [{ role: 'user', content: text }],
    category: textField(fields['category']),
    reference: textField(fields['reference']),
    variables: null,
    context,
  }
  const given = names
    .map((name) => ({ name, text: fields[name] }))
    .filter(({ text }) => text !== undefined && text !== '')
  if (given.length === 0) return 'no answer'
  if (![text, ...given.map(({ text }) => String(text))].every(isStorable))
    return 'a NUL or half a character in a text'
  return { prompt, answers: given.map(({ name, text }) => answerOf(line, key, name, String(text))) }
}

function answerOf(line: number, prompt: string, contestant: string, text: string): AnswerRow {
  return {
    line,
    prompt,
    contestant,
    text,
    turns: null,
    context: null,
    tokens: null,
    costUsd: null,
    latencyMs: null,
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12)
}
