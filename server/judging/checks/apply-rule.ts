/** Rules that may take very long on some texts. They run in a thread of their own, which can be stopped. */
import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'

export type Rule =
  | { kind: 'regex'; pattern: string; flags: string; absent: boolean }
  | { kind: 'json-schema'; schema: Record<string, unknown> }

export interface Applied {
  passed: boolean
  reason: string | null
}

/** @throws {Error} if the rule itself is invalid */
export function applyRule(rule: Rule, text: string): Applied {
  return rule.kind === 'regex' ? applyPattern(rule, text) : applySchema(rule.schema, text)
}

function applyPattern({ pattern, flags, absent }: Extract<Rule, { kind: 'regex' }>, text: string): Applied {
  const match = new RegExp(pattern, flags).exec(text)
  if (!match) return { passed: absent, reason: absent ? null : 'no match' }
  return { passed: !absent, reason: absent ? `"${brief(match[0])}" matches` : null }
}

const compiled = new Map<string, Validate>()

function applySchema(schema: Record<string, unknown>, text: string): Applied {
  const key = JSON.stringify(schema)
  let validate = compiled.get(key)
  if (!validate) compiled.set(key, (validate = compileSchema(schema)))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const fenced = /^\s*```/.test(text) ? '; it is inside a code fence' : ''
    return { passed: false, reason: `the answer is not JSON${fenced}` }
  }
  const wrong = validate(value)
  return { passed: wrong === null, reason: wrong && brief(wrong, 300) }
}

function brief(text: string, longest = 80): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** Validates a value. Returns null if it follows the schema, else what is wrong and where. */
type Validate = (value: unknown) => string | null

const STRICTLY = {
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  logger: false,
} as const

/**
 * Compiles a JSON Schema of draft 2020-12, or of 2019-09 or 07 if `$schema` says so.
 * @throws {Error} if it is not a schema, refers to something outside it, or has a keyword or `format` that the
 *   validator would ignore
 */
export function compileSchema(schema: Record<string, unknown>): Validate {
  if (schema['$async']) throw new Error('$async is not possible in a check')
  const draft = String(schema['$schema'] ?? '')
  const Draft = /draft-0[67]/.test(draft) ? Ajv : draft.includes('2019-09') ? Ajv2019 : Ajv2020
  const ajv = new Draft(STRICTLY)
  const validate = ajv.compile(schema)
  return (value) =>
    validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'answer', separator: '; ' })
}
