/** docs/reference/arena-yaml.md: every key of an arena.yaml, from the schema that checks it. */
import { arenaSchema } from '../../shared/contracts/file-schemas.ts'
import { alternatives, objectsIn, typeWords, type JsonSchema, blocks, code, MADE } from './markdown.ts'

const INTRODUCTION = `\`init DIR\` writes an \`arena.yaml\` with comments; [examples/](../../examples/README.md) has more. Paths are relative to
the file. Editors check it with the JSON Schema at \`/arena.schema.json\` of a server. A key is a text unless its values
stand in brackets, with the default after them. A list has texts.`

export function arenaYamlPage(): string {
  const schema = arenaSchema() as JsonSchema
  return blocks(MADE, '# arena.yaml', INTRODUCTION, '## Top level', ...section('', schema))
}

/** The list of an object's keys, then a section for each key that holds objects of its own. */
function section(path: string, schema: JsonSchema): string[] {
  const kinds = objectsIn(schema)
  const keys = [...new Set(kinds.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  const lines = keys.map((key) => {
    const having = kinds.filter(({ properties }) => properties?.[key])
    const schemas = having.map(({ properties }) => properties![key])
    const isRequired = having.every(({ required }) => required?.includes(key) && !('default' in schemas[0]))
    const only = having.length < kinds.length ? `For ${having.map(kindOf).join(', ')}.` : ''
    const types = [...new Set(schemas.map(typeWords))]
    const wider = types.filter((one) => !types.some((other) => other.startsWith(`${one} or `)))
    const type = wider
      .join(', ')
      .replace(/^text$|^(list of )?object$/, '')
      .replace('list of text', 'list')
    const fallback = schemas[0].default
    const values = [
      type,
      isRequired ? 'required' : fallback === undefined ? '' : code(JSON.stringify(fallback)),
    ].filter((one) => one !== '')
    return [
      `- ${code(key)}${values.length === 0 ? '' : ` (${values.join('; ')})`}:`,
      descriptionOf(schemas),
      only,
    ]
      .filter((one) => one !== '')
      .join(' ')
  })
  const inner = keys.flatMap((key) => {
    const value = kinds.find(({ properties }) => properties?.[key])!.properties![key]
    const name = path === '' ? key : `${path}.${key}`
    return objectsIn(value).length === 0 ? [] : [`## ${titleOf(name, value)}`, ...section(name, value)]
  })
  return [lines.join('\n'), ...inner]
}

const titleOf = (name: string, schema: JsonSchema) => {
  const kinds = alternatives(schema)
  if (kinds.some(({ items }) => items)) return `${name}, each`
  return kinds.some(({ additionalProperties }) => typeof additionalProperties === 'object')
    ? `${name}, each by its name`
    : name
}

const kindOf = ({ properties }: JsonSchema) =>
  code(String((properties?.['kind'] ?? properties?.['type'] ?? properties?.['does'])?.const))

const descriptionOf = (schemas: readonly JsonSchema[]) =>
  linked(schemas.find(({ description }) => description)?.description ?? '')

/**
 * Turns paths of documents in descriptions into links. Editors show the descriptions too, so these contain plain
 * paths.
 */
const linked = (text: string) =>
  text.replace(
    /docs\/([\w/-]+\/)([\w-]+)\.md(#[\w-]+)?/g,
    (_, folder: string, name: string, anchor: string = '') =>
      `[${name}](${folder === 'reference/' ? '' : `../${folder}`}${name}.md${anchor})`,
  )

// web/src/pages/admin/new/arena-keys.ts: the keys of an arena.yaml and their limits, for the form that writes one.

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
