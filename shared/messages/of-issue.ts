import { REFUSALS, REFUSALS_IN_ADDRESSES, REFUSALS_OF } from '../contracts/refusals.ts'
import type { Issue } from '../contracts/refusals.ts'
import type { CodedMessage } from './render.ts'

type Path = (string | number)[]
/** What is said of what fits no way in which a thing may be written. */
type NoForm = 'unknown_form' | 'unknown_form_of_file'

/** One thing that a schema refuses, and where. */
export interface Refused {
  path: Path
  /** The schema's own English where there is no sentence for it. */
  said: CodedMessage | string
}

/**
 * What a schema says against a value, in the sentences of this catalogue; of what may be written in several ways, what is
 * wrong with the way it was most likely meant.
 */
export function messagesOfIssue(issue: Issue, noForm: NoForm = 'unknown_form'): Refused[] {
  const path = issue.path as Path
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], said: { code: 'unknown_key', values: {} } }))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0 || !ZODS_OWN.test(issue.message))
    return [{ path, said: saidOf(issue, noForm) }]
  const meant = issue.errors.find((way) => way.length > 0 && way.every((one) => one.path.length > 0))
  if (!meant) return [{ path, said: { code: noForm, values: {} } }]
  return meant.flatMap((one) => messagesOfIssue({ ...one, path: [...path, ...one.path] }, noForm))
}

/** How zod begins what it says where a schema says nothing itself. */
const ZODS_OWN = /^(Invalid|Too small|Too big|Unrecognized)/

function saidOf(issue: Issue, noForm: NoForm): CodedMessage | string {
  const own = ownWords(issue)
  if (own) return own
  if (!ZODS_OWN.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type': {
      const kind = KINDS[issue.expected]
      if (kind === undefined) return issue.message
      const isMissing = issue.message.endsWith('received undefined')
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
      return noneOf(issue.values, issue.input === undefined && 'input' in issue)
    case 'invalid_format':
      return issue.format === 'url' ? { code: 'no_url', values: {} } : issue.message
    case 'invalid_union': {
      if (!('options' in issue) || !issue.options || issue.discriminator === undefined)
        return { code: noForm, values: {} }
      const { input, discriminator, options } = issue
      return noneOf(options, isObject(input) && input[discriminator] === undefined)
    }
    default:
      return issue.message
  }
}

const REFUSED = { ...REFUSALS, ...REFUSALS_IN_ADDRESSES }

/** What the schemas of this house say themselves. */
function ownWords({ code, message, ...issue }: Issue): CodedMessage | null {
  if (code === 'custom' && 'params' in issue && issue.params?.['finding'])
    return issue.params['finding'] as CodedMessage
  for (const [own, words] of Object.entries(REFUSED) as [keyof typeof REFUSED, string][])
    if (message === words) return { code: own, values: {} }
  for (const [own, words] of Object.entries(REFUSALS_OF) as [keyof typeof REFUSALS_OF, string][])
    if (message.endsWith(` ${words}`))
      return { code: own, values: { given: message.slice(0, -words.length - 1) } }
  return null
}

const noneOf = (choices: readonly unknown[], isMissing: boolean): CodedMessage => ({
  code: isMissing ? 'missing_one_of' : 'none_of',
  values: { choices: choices.map(String) },
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const bound = (limit: number | bigint, inclusive = true) => ({ limit: Number(limit), inclusive })

/** What is asked for, in the words of who writes YAML. */
const KINDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'yes_or_no',
  array: 'list',
  object: 'mapping',
  record: 'mapping',
}

/** What has a size. */
const SIZES: Record<string, string> = { string: 'text', array: 'list' }
