import { en } from './en/index.ts'
import { isCoded, render, type CodedMessage, type MessageCode } from './render.ts'
import type { Warning } from '../contracts/board.ts'
import type { ArenaFault } from '../contracts/arena-file.ts'
import { refusalCode, type Issue, type RefusalCode } from '../contracts/problem.ts'
import type { WarningKind } from './warning-kinds.ts'
import { shortList } from './short-list.ts'

/** A message, or a text without a code, such as one that another program wrote. */
export type AnyMessage = string | CodedMessage

/** The values of a text. A message may stand in place of a string; it is rendered in the same language. */
type Within<T> = T extends string ? T | CodedMessage : T extends readonly string[] ? readonly AnyMessage[] : T
/** The names in braces of a text. Two braces, as in {{text}}, belong to the text. */
type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `{${string}` | `${string} ${string}` ? never : Name) | NamesIn<Rest>
  : never
type Named<Name extends string> = [Name] extends [never]
  ? []
  : [values: Record<Name, AnyMessage | readonly AnyMessage[] | number | null | undefined>]
type ValuesOf<S> = S extends (values: infer V) => string
  ? [values: { [K in keyof V]: Within<V[K]> }]
  : S extends string
    ? Named<string extends S ? never : NamesIn<S>>
    : []

/** Makes a message. The compiler checks that `values` fit the text of this code. */
export const msg = <C extends MessageCode>(
  code: C,
  ...[values]: ValuesOf<(typeof en)[C]>
): CodedMessage<C> => ({
  code,
  values: values ?? {},
})

/** The English text of a message, as used by the terminal, the log and the API. */
export const englishText = (message: AnyMessage): string =>
  typeof message === 'string' ? message : render(message, en)

/** A message in the form in which it is sent: its English text with code and values. */
export const wireFields = (message: AnyMessage): { message: string; finding?: CodedMessage } =>
  typeof message === 'string' ? { message } : { message: englishText(message), finding: message }

/** The message with every text among its values changed, also in messages within it. */
export const withinMessage = (
  { code, values }: CodedMessage,
  change: (text: string) => string,
): CodedMessage => {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(changed)
    return isCoded(value) ? withinMessage(value, change) : value
  }
  return {
    code,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, changed(value)])),
  }
}

/** The message of a stored text, which may be a plain text. */
export const coded = (message: AnyMessage): CodedMessage =>
  typeof message === 'string' ? msg('as_given', { text: message }) : message

/**
 * A warning as it is stored and sent. `code` names its kind and never changes; several messages may be of one kind.
 * @param kind  if it differs from the code of the message
 */
export const warning = (
  message: CodedMessage,
  {
    kind = message.code,
    ...more
  }: { kind?: WarningKind | MessageCode; count?: number; lines?: number[]; unit?: 'element' } = {},
): Warning => ({ code: kind, ...wireFields(message), ...more })

type Path = (string | number)[]
/** The message for a value that fits none of the allowed forms. */
type NoForm = 'unknown_form' | 'unknown_form_of_file'

/** One problem that a schema reports, and its place. */
interface SchemaProblem {
  path: Path
  message: CodedMessage
}

/**
 * The messages for an issue of a schema. If a value may have several forms, they are about the form that was most
 * likely meant. Parse with `reportInput: true`: some messages repeat the value, and a missing value is recognised
 * by it.
 */
export function messagesOfIssue(issue: Issue, noForm: NoForm = 'unknown_form'): SchemaProblem[] {
  const path = issue.path as Path
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: { code: 'unknown_key', values: {} } }))
  if (issue.code === 'invalid_union' && issue.errors.length > 0 && refusalCode(issue) === null) {
    const meant = issue.errors.find((way) => way.length > 0 && way.every((inner) => inner.path.length > 0))
    if (!meant) return [{ path, message: { code: noForm, values: {} } }]
    return meant.flatMap((inner) => messagesOfIssue({ ...inner, path: [...path, ...inner.path] }, noForm))
  }
  const message = issueMessage(issue, noForm)
  const typed =
    'discriminator' in issue && isObject(issue.input) ? issue.input[issue.discriminator!] : issue.input
  const nearChoices = typeof typed === 'string' ? shortList(issueChoices(issue), typed) : null
  return [
    {
      path,
      message: nearChoices?.near
        ? { code: 'choice_near', values: { why: message, there: nearChoices } }
        : message,
    },
  ]
}

/** The texts of which a value must be one, if there are only a few; of sources, those without a name of their own. */
function issueChoices(issue: Issue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  if (issue.code === 'invalid_union' && 'options' in issue) return (issue.options ?? []).map(String)
  return issue.code === 'invalid_format' ? (issue.pattern?.match(/(?<=[(|])[a-z]+(?=[|)])/g) ?? []) : []
}

function issueMessage(issue: Issue, noForm: NoForm): CodedMessage {
  const refusal = refusalCode(issue)
  if (refusal)
    return {
      code: refusal,
      values: WITH_INPUT.has(refusal) ? { given: valueText(issue.input) } : issueValues(issue),
    }
  const isMissing = 'input' in issue && issue.input === undefined
  const noMatch: CodedMessage = { code: noForm, values: {} }
  switch (issue.code) {
    case 'custom':
      return issue.params?.['finding'] ? schemaFinding(issue.params['finding'] as CodedMessage) : noMatch
    case 'invalid_type': {
      const kind = KINDS[issue.expected]
      if (kind === undefined) return noMatch
      return { code: isMissing ? 'missing' : 'not_of_kind', values: { kind } }
    }
    case 'too_small':
      return {
        code: 'too_small',
        values: { of: SIZES[issue.origin] ?? 'number', ...bound(issue.minimum, issue.inclusive) },
      }
    case 'too_big':
      return {
        code: 'too_big',
        values: { of: SIZES[issue.origin] ?? 'number', ...bound(issue.maximum, issue.inclusive) },
      }
    case 'invalid_value':
      return noneAmong(issue.values, isMissing)
    case 'invalid_format':
      return FORMATS[issue.format] ?? noMatch
    case 'invalid_union': {
      if (!('options' in issue) || !issue.options || issue.discriminator === undefined) return noMatch
      const { input, discriminator, options } = issue
      return noneAmong(options, isObject(input) && input[discriminator] === undefined)
    }
    default:
      return noMatch
  }
}

/** The message that a check of a schema names. It has all of the names that there are. */
export const schemaFinding = ({ code, values }: ArenaFault['finding']): CodedMessage =>
  ({
    code,
    values: Array.isArray(values['there'])
      ? { ...values, there: shortList(values['there'] as string[], String(values['name'])) }
      : values,
  }) as CodedMessage

/** Refusals whose sentence repeats the value. */
const WITH_INPUT: ReadonlySet<RefusalCode> = new Set(['no_share', 'no_count', 'no_alpha', 'no_ratio'])

/** The values that a check gives for the message with which it refuses. */
const issueValues = (issue: Issue): CodedMessage['values'] =>
  issue.code === 'custom' ? ((issue.params?.['values'] as CodedMessage['values'] | undefined) ?? {}) : {}

const valueText = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '')

const noneAmong = (choices: readonly unknown[], isMissing: boolean): CodedMessage => ({
  code: isMissing ? 'missing_one_of' : 'none_of',
  // an empty parameter counts as absent, so the user need not choose it
  values: { choices: choices.filter((choice) => choice !== '').map(String) },
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const bound = (limit: number | bigint, inclusive = true) => ({ limit: Number(limit), inclusive })

/** The catalogue's names for zod's kinds of value. */
const KINDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'yes_or_no',
  array: 'list',
  tuple: 'list',
  object: 'mapping',
  record: 'mapping',
}

/** Kinds of value with a size. */
const SIZES: Record<string, string> = { string: 'text', array: 'list' }

const FORMATS: Record<string, CodedMessage> = {
  url: { code: 'no_url', values: {} },
  date: { code: 'no_date', values: {} },
}
