/** docs/reference/arena-yaml.md: every key of an arena.yaml, from the schema that checks it. */
import { arenaSchema } from '../../../shared/contracts/file-schemas.ts'
import { alternatives, objectsIn, typeWords } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { blocks, code, MADE } from './markdown.ts'

const INTRODUCTION = `An \`arena.yaml\` describes an arena: what is ranked, on which prompts, and by whom. \`init DIR\` writes one with
comments, and [examples/](../../examples/README.md) has more. Paths are relative to the file. An unknown key is an error.
Editors complete and check the file with the JSON Schema at \`/arena.schema.json\` of a server. A key is a text unless
its values stand in brackets, with the default after them.`

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
    const only = having.length < kinds.length ? `Only for ${having.map(kindOf).join(', ')}.` : ''
    const type = [...new Set(schemas.map(typeWords))].join(', ').replace(/^text$|^(list of )?object$/, '')
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
  code(String((properties?.['kind'] ?? properties?.['type'])?.const))

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
