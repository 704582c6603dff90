import { z } from 'zod'
import type { Complaints } from './complaints.ts'
import {
  contextField,
  isName,
  isStorable,
  numberField,
  structureField,
  textField,
  tooLong,
} from './fields.ts'
import type { Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { rowsOf } from './rows.ts'

/** One good row of an answers file. Either `text`, which may be empty, or `turns`. */
export interface AnswerRow {
  line: number
  /** The prompt's key. */
  prompt: string
  contestant: string
  text: string | null
  turns: string[] | null
  context: string[] | null
  tokens: number | null
  costUsd: number | null
  latencyMs: number | null
}

const Turns = z.array(z.string()).min(1)

/**
 * The good rows of an answers file, in portions; every other row goes to `complaints`.
 * @param owner whose answers they all are, where rows need not say
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
      const answer = 'wrong' in row ? row.wrong : answerOf(row.line, row.fields, owner)
      if (typeof answer === 'string') {
        complaints.add(row.line, answer)
        continue
      }
      const key = JSON.stringify([answer.prompt, answer.contestant])
      const earlier = lines.get(key)
      if (earlier !== undefined) {
        complaints.add(row.line, 'a second answer of a model to a prompt', `the first is on line ${earlier}`)
        continue
      }
      lines.set(key, row.line)
      answers.push(answer)
    }
    yield answers
  }
}

/** The answer of a row, or what is wrong with it. */
function answerOf(line: number, fields: Fields, owner: string | null): AnswerRow | string {
  const column = textField(fields['prompt']) === null ? 'question_id' : 'prompt'
  const prompt = textField(fields[column])
  if (prompt === null) return 'prompt is missing'
  const contestant = owner ?? textField(fields['model'])
  if (contestant === null) return 'model is missing'
  if (!isName(contestant)) return 'a control character in a name'
  const long = tooLong(fields, owner === null ? [column, 'model'] : [column])
  if (long) return long
  const said = saidIn(fields)
  if (typeof said === 'string') return said
  const context = contextField(fields['context'])
  if (context === undefined) return 'context is neither a text nor a list of texts'
  const numbers = { tokens: fields['tokens'], costUsd: fields['costUsd'], latencyMs: fields['latencyMs'] }
  for (const [name, value] of Object.entries(numbers))
    if (!isCountOrNothing(value)) return `${name} is not a number of 0 or more`
  const texts = [prompt, said.text ?? '', ...(said.turns ?? []), ...(context ?? [])]
  if (!texts.every(isStorable)) return 'a NUL or half a character in a text'
  return {
    line,
    prompt,
    contestant,
    ...said,
    context,
    tokens: rounded(numberField(numbers.tokens)),
    costUsd: numberField(numbers.costUsd),
    latencyMs: numberField(numbers.latencyMs),
  }
}

function saidIn({ text, turns }: Fields): Pick<AnswerRow, 'text' | 'turns'> | string {
  const list = structureField(turns)
  if (list === null) return typeof text === 'string' ? { text, turns: null } : 'text and turns are missing'
  const parsed = Turns.safeParse(list)
  return parsed.success ? { text: null, turns: parsed.data } : 'turns is not a list of texts'
}

function isCountOrNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  const number = numberField(value)
  return number !== null && number >= 0
}

const rounded = (number: number | null): number | null => (number === null ? null : Math.round(number))
