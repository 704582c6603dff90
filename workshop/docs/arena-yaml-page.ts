/** docs/reference/arena-yaml.md: every key of an arena.yaml, from the schema that checks it. */
import { alternatives, arenaSchema, type JsonSchema } from '../../shared/contracts/file-schemas.ts'
import { objectsIn, typeWords, blocks, code, MADE } from './markdown.ts'

const INTRODUCTION = `\`init DIR\` writes an \`arena.yaml\` with comments; [examples/](../../examples/README.md) has more. Paths are relative to
the file. Editors check it with the JSON Schema at \`/arena.schema.json\` of a server. A key is a text unless its values
stand in brackets, with the default after them. A list has texts.`

export function arenaYamlPage(): string {
  const schema = arenaSchema()
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
