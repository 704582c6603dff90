import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeholdersIn, replacePlaceholders } from '../../answers/index.ts'
import { RUBRICS_FOLDER } from '../judges/rubrics/index.ts'
import { fenceWith, promptLines } from '../requests/index.ts'
import type { JudgeRequest } from '../requests/index.ts'
import { readMarks, verdictLines, wholeObject, withoutThinking } from '../verdicts/index.ts'
import { checkedText } from './check.ts'
import type { CheckedAnswer, CheckedPrompt, LlmCheck } from './check.ts'
import { expectedValue } from './expected-value.ts'

const SCHEMA = {
  name: 'check',
  schema: {
    type: 'object',
    properties: { reason: { type: 'string' }, verdict: { type: 'string', enum: ['yes', 'no'] } },
    required: ['reason', 'verdict'],
    additionalProperties: false,
  },
}

/**
 * Builds the request with which a model checks one answer. Values of the question's placeholders are shown beside
 * the answer, so that the system text is the same for all answers.
 * @returns the request, or the name of the first placeholder that has no value
 * @throws {Error} if the marker occurs in the texts
 */
export async function composeCheck(
  { question }: LlmCheck,
  answer: CheckedAnswer,
  prompt: CheckedPrompt,
  marker: string,
): Promise<JudgeRequest | { missing: string }> {
  const placeholders = shownBeside(question, answer, prompt)
  const missing = firstLacking(placeholders)
  if (missing !== null) return { missing }
  const text = checkedText(answer)
  const beside = placeholders.flatMap(({ texts }) => texts)
  const fence = fenceWith(marker, [...prompt.messages.map(({ content }) => content), ...beside, text])
  const lines = [
    `The marker of this call is ${marker}.`,
    '',
    ...fence.around('prompt', promptLines(fence, prompt.messages)),
    ...placeholders.flatMap(({ name, texts }) => ['', ...fence.around(plainName(name), texts)]),
    '',
    ...fence.around('answer', [text]),
    '',
    `End of the material. Answer the question you were given before it, and reply in the form given there. The marker of this call is ${marker}.`,
  ]
  return {
    system: (await checkPrompt()).replace('{{question}}', () => questionText(question)),
    messages: [{ role: 'user', content: lines.join('\n') }],
    schema: SCHEMA,
  }
}

/**
 * The first placeholder of the question that neither prompt nor answer has a value for; null if all have one. With a
 * missing value no model is called.
 */
export const missingInputOf = (
  { question }: Pick<LlmCheck, 'question'>,
  answer: Pick<CheckedAnswer, 'context'>,
  prompt: CheckedPrompt,
): string | null => firstLacking(shownBeside(question, answer, prompt))

interface NamedTexts {
  name: string
  texts: readonly string[]
}

function shownBeside(
  question: string,
  answer: Pick<CheckedAnswer, 'context'>,
  prompt: CheckedPrompt,
): NamedTexts[] {
  const context = answer.context ?? prompt.context
  return placeholdersIn(question).map((name) => ({
    name,
    texts: name === 'context' ? (context ?? []) : [expectedValue(name, prompt)].filter((one) => one !== null),
  }))
}

const firstLacking = (named: readonly NamedTexts[]): string | null =>
  named.find(({ texts }) => texts.length === 0)?.name ?? null

/**
 * Reads the verdict of a check from its JSON field or its marked line.
 * @returns the verdict, or why the reply has none
 */
export function readCheck(
  reply: string,
  marker: string,
): { passed: boolean; reason: string | null } | { unreadable: string } {
  const text = withoutThinking(reply)
  const object = wholeObject(text)
  if (object) {
    const passed = yesOrNo(object['verdict'])
    const reason = object['reason']
    if (passed === null) return { unreadable: 'no valid verdict' }
    return { passed, reason: typeof reason === 'string' ? reason.trim() || null : null }
  }
  const marks = readMarks(text, { pattern: verdictLines(marker), meaning: yesOrNo })
  if ('unreadable' in marks) return marks
  const mark = marks.get('check')
  if (!mark)
    return { unreadable: 'the reply is neither one JSON object nor has a line that bears the marker' }
  return { passed: mark.verdict, reason: mark.before.trim() || null }
}

function yesOrNo(value: unknown): boolean | null {
  if (typeof value !== 'string') return null
  const word = value.replace(/^[\s*_`"]+|[\s*_`".]+$/g, '').toLowerCase()
  return word === 'yes' ? true : word === 'no' ? false : null
}

const plainName = (name: string) => name.replace(/^variables\./, 'variable ')

function questionText(question: string): string {
  return replacePlaceholders(question, (name) => `the ${plainName(name)}`)
}

let prompt: Promise<string> | null = null

function checkPrompt(): Promise<string> {
  return (prompt ??= readFile(join(RUBRICS_FOLDER, 'judge-prompts/check.md'), 'utf8').then((text) =>
    text.trim(),
  ))
}
