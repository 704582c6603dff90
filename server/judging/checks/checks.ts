/**
 * Checks give pass or fail for one answer. They are shown beside a rating and are never part of it. A check that
 * cannot be made neither passes nor fails, and says why.
 */
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { placeholdersIn, replacePlaceholders, placeholderValue } from '../../answers/index.ts'
import { compileSchema, type Applied } from './apply-rule.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { limitCombiningMarks } from '../../platform/fold-texts.ts'
import { Thread, TookTooLong } from '../../platform/jobs/thread.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PromptContent } from '../../prompts/index.ts'
import { RUBRICS_FOLDER } from '../../rubrics/index.ts'
import { createFence, promptLines, type JudgeRequest } from '../judge-request.ts'

export type LlmCheck = Extract<CheckSpec, { kind: 'llm' }>
export type CommandCheck = Extract<CheckSpec, { kind: 'exec' }>
/** What a rule decides, without a call. */
export type RuleCheck = Exclude<CheckSpec, LlmCheck | CommandCheck>

/** Whether a model or a command decides. Such a check is made in a run only, and each of its calls is recorded. */
export const isCalled = (spec: CheckSpec): spec is LlmCheck | CommandCheck =>
  spec.kind === 'llm' || spec.kind === 'exec'

/** The answer to check: one text, or the turns of a thread. Only the last turn is checked. */
interface CheckedAnswer {
  turns: readonly string[]
  context: readonly string[] | null
}

/** `passed` is null if the check could not be made; `cause` then says why. */
export type CheckResult = { passed: boolean; cause: null; reason: string | null } | NoCheckResult
interface NoCheckResult {
  passed: null
  cause: string
  reason: null
  /** The rule reached its time limit. */
  timedOut?: true
}

const checkedText = ({ turns }: CheckedAnswer): string => turns.at(-1) ?? ''

const checkResult = (passed: boolean, reason: string | null = null): CheckResult => ({
  passed,
  cause: null,
  reason,
})

const notMade = (cause: string): NoCheckResult => ({ passed: null, cause, reason: null })

/** The faults of a check that do not depend on any answer. An empty list means that it can be made. */
export function checkFaults(spec: CheckSpec): CodedMessage[] {
  switch (spec.kind) {
    case 'exact':
    case 'contains':
      return [spec.value].flat().flatMap((value) => unknownIn(value, isExpected))
    case 'llm':
      return unknownIn(spec.question, (name) => isExpected(name) || name === 'context')
    case 'regex':
      return thrownBy(
        'the pattern is not a valid regular expression',
        () => new RegExp(spec.pattern, spec.flags),
      )
    case 'exec':
      return []
    case 'json-schema':
      return thrownBy('the JSON Schema cannot be used', () => compileSchema(spec.schema))
  }
}

function unknownIn(text: string, isKnown: (name: string) => boolean): CodedMessage[] {
  return placeholdersIn(text)
    .filter((name) => !isKnown(name))
    .map((name) => msg('no_placeholder', { name, known: ['reference', 'variables.NAME'] }))
}

function thrownBy(what: string, compile: () => unknown): CodedMessage[] {
  try {
    compile()
    return []
  } catch (error) {
    return [msg('at_place', { place: what, wrong: (error as Error).message })]
  }
}

/**
 * Checks one answer by a rule. If the prompt has no value for a placeholder, or a pattern times out, the check
 * neither passes nor fails.
 * - exact: the answer is the value, except for surrounding white space
 * - contains: every value occurs in the answer
 * - regex: the pattern matches somewhere, or nowhere with `absent`
 * - json-schema: the whole answer is JSON and follows the schema
 */
export async function runCheck(
  spec: RuleCheck,
  answer: CheckedAnswer,
  prompt: PromptContent,
): Promise<CheckResult> {
  const text = checkedText(answer)
  if (spec.kind === 'exact' || spec.kind === 'contains') return compareText(spec, text, prompt)
  return thread.askWithin<Applied>({ rule: spec, text }, { seconds: LONGEST }).then(
    ({ passed, reason }) => checkResult(passed, reason),
    (error: Error) => ({
      ...notMade(error.message),
      ...(error instanceof TookTooLong && { timedOut: true as const }),
    }),
  )
}

function compareText(
  { kind, value, ignoreCase }: Extract<RuleCheck, { kind: 'exact' | 'contains' }>,
  text: string,
  prompt: PromptContent,
): CheckResult {
  const plain = (written: string) => {
    const normalised = limitCombiningMarks(written).normalize('NFC')
    return ignoreCase ? normalised.toLowerCase() : normalised
  }
  const normalised = plain(text)
  const absent: string[] = []
  for (const template of [value].flat()) {
    const filled = filledValue(template, prompt)
    if ('missing' in filled) return notMade(`the prompt has no ${filled.missing}`)
    const expected = plain(filled.text)
    const passes = kind === 'exact' ? normalised.trim() === expected.trim() : normalised.includes(expected)
    if (!passes) absent.push(filled.text)
  }
  if (absent.length === 0) return checkResult(true)
  return checkResult(false, kind === 'exact' ? 'another text' : `missing: ${absent.join(', ')}`)
}

/** Time limit for one answer, in seconds. A pattern that needs more is backtracking exponentially. */
const LONGEST = 2

const thread = new Thread(new URL('./rule-thread.ts', import.meta.url))

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
  prompt: PromptContent,
  marker: string,
): Promise<JudgeRequest | { missing: string }> {
  const placeholders = shownBeside(question, answer, prompt)
  const missing = firstLacking(placeholders)
  if (missing !== null) return { missing }
  const text = checkedText(answer)
  const beside = placeholders.flatMap(({ texts }) => texts)
  const fence = createFence(marker, [...prompt.messages.map(({ content }) => content), ...beside, text])
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
    pictures: [],
    schema: SCHEMA,
  }
}

/**
 * The first placeholder of the question that neither prompt nor answer has a value for; null if all have one. With a
 * missing value no model is called.
 */
export const missingPlaceholder = (
  { question }: Pick<LlmCheck, 'question'>,
  answer: Pick<CheckedAnswer, 'context'>,
  prompt: PromptContent,
): string | null => firstLacking(shownBeside(question, answer, prompt))

interface NamedTexts {
  name: string
  texts: readonly string[]
}

function shownBeside(
  question: string,
  answer: Pick<CheckedAnswer, 'context'>,
  prompt: PromptContent,
): NamedTexts[] {
  const context = answer.context ?? prompt.context
  return placeholdersIn(question).map((name) => ({
    name,
    texts:
      name === 'context' ? (context ?? []) : [expectedValue(name, prompt)].filter((text) => text !== null),
  }))
}

const firstLacking = (named: readonly NamedTexts[]): string | null =>
  named.find(({ texts }) => texts.length === 0)?.name ?? null

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

/** Whether a check may use this name as a placeholder in double braces. */
const isExpected = (name: string): boolean => name === 'reference' || /^variables\..+$/.test(name)

/** The prompt's value for a placeholder; null if it has none. */
function expectedValue(name: string, { reference, variables }: PromptContent): string | null {
  return name === 'reference' ? reference : placeholderValue(name, { text: '', variables, context: null })
}

/**
 * Fills `{{reference}}` and `{{variables.NAME}}` in a check's value from the prompt.
 * @returns the text, or the name of the first placeholder that the prompt has no value for
 */
function filledValue(value: string, prompt: PromptContent): { text: string } | { missing: string } {
  const values = new Map(placeholdersIn(value).map((name) => [name, expectedValue(name, prompt)]))
  const missing = [...values].find(([, text]) => text === null)
  if (missing) return { missing: missing[0] }
  return { text: replacePlaceholders(value, (name) => values.get(name)!) }
}
