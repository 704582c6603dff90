/** web/src/pages/admin/new/arena-keys.ts: the keys of an arena.yaml and their limits, for the form that writes one. */
import { arenaSchema } from '../../shared/contracts/file-schemas.ts'
import { alternatives, objectsIn } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

const HEAD = `/**
 * The keys of an arena.yaml, with the limits of each as an input of a form takes them. Made by \`npm run docs\` from the
 * schema in shared/contracts/arena-file.ts; change that and make this file again.
 */
`

export function formKeys(): string {
  const schema = arenaSchema() as JsonSchema
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const kinds = objectsIn(value)
    return kinds.length === 0 ? [] : [constant(name, kinds)]
  })
  return `${[HEAD + constant('arena file', [schema]), ...inner].join('\n\n')}\n`
}

/** @param kinds  the variants of an object; a key in several of them is taken from the first */
function constant(name: string, kinds: readonly JsonSchema[]): string {
  const keys = [...new Set(kinds.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  const lines = keys.map((key) => {
    const having = kinds.filter(({ properties }) => properties?.[key])
    const isRequired = having.every(({ required }) => required?.includes(key))
    const schemas = having.map(({ properties }) => properties![key])
    return `  ${key}: ${literal({ ...(isRequired && { required: true }), ...limitsOf(schemas) })},`
  })
  return `export const ${name.toUpperCase().replaceAll(' ', '_')} = {\n${lines.join('\n')}\n} as const`
}

/** The limits of a key, named like the attributes of an input or the properties of a DecimalField. */
function limitsOf(schemas: readonly JsonSchema[]): Record<string, unknown> {
  const constants = schemas.flatMap(({ const: only }) => (only === undefined ? [] : [only]))
  if (constants.length > 0) return { choices: constants }
  const [schema] = schemas
  if (alternatives(schema).length > 1) return {}
  if (schema.enum) return { choices: schema.enum }
  if (schema.type === 'integer') return wholeNumberLimits(schema)
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, maxLength, pattern } = schema
  return withoutUndefined({
    min: minimum,
    above: exclusiveMinimum,
    max: maximum,
    below: exclusiveMaximum,
    maxlength: maxLength,
    pattern: pattern === undefined ? undefined : attributePattern(pattern),
  })
}

function wholeNumberLimits({ minimum, exclusiveMinimum, maximum = Infinity }: JsonSchema) {
  return withoutUndefined({
    min: minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1),
    max: maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined,
    step: 1,
  })
}

/** The HTML attribute always matches the whole text, and needs an escaped hyphen in a class. */
const attributePattern = (pattern: string) => pattern.replace(/^\^|\$$/g, '').replaceAll('-]', '\\-]')

const withoutUndefined = (limits: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${literal(one)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
