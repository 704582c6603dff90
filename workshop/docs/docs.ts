/**
 * `npm run docs` writes what is generated from the code: pages of docs/reference, and the types of the client. With `--check`
 * it writes nothing, names the files that are out of date, and exits with 1 if there are any.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { allCommands } from '../../scripts/cli/commands/index.ts'
import { EXIT_CODES, buildProgram } from '../../scripts/cli/terminal/run.ts'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { describeApi } from '../../server/app.ts'
import { SETTINGS } from '../../server/platform/config/config.ts'
import { alternatives, arenaSchema, type JsonSchema } from '../../shared/contracts/file-schemas.ts'

const ROOT = join(import.meta.dirname, '../..')

const PAGES: Record<string, () => string | Promise<string>> = {
  'docs/reference/terminal.md': terminalPage,
  'docs/reference/arena-yaml.md': arenaYamlPage,
  'docs/reference/settings.md': settingsPage,
  'clients/typescript/paths.generated.ts': clientTypes,
}

/** Writes every generated page below `root`. */
async function writePages(root: string): Promise<void> {
  for (const [path, page] of Object.entries(PAGES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), await page())
  }
}

/** The generated pages below `root` that are missing or differ from the code. */
export async function stalePages(root: string): Promise<string[]> {
  const readContent = (path: string) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return null
    }
  }
  const stale: string[] = []
  for (const [path, page] of Object.entries(PAGES)) if (readContent(path) !== (await page())) stale.push(path)
  return stale
}

/**
 * clients/typescript/paths.generated.ts: the types of every route and of every contract. The client throws refusals, so
 * their types are left out.
 */
async function clientTypes(): Promise<string> {
  const document = JSON.parse(JSON.stringify(describeApi())) as OpenAPI3
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path)))
    for (const status of Object.keys(operation.responses))
      if (Number(status) >= 300) delete operation.responses[status]
  // a body may leave out what has a default
  const types = await openapiTS(document, {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  })
  return `// Made by \`npm run docs\` from the OpenAPI document. Change the routes it is made from, not this file.\n\n${astToString(types)}`
}

/** docs/reference/settings.md: every environment variable, from the schema that checks them. */
function settingsPage(): string {
  return blocks(
    MADE,
    '# Settings',
    `Settings are environment variables, with the default in brackets. \`npm start -- --help\` prints them, too. The terminal also knows \`DEADHEAT_SERVER\` and \`DEADHEAT_TOKEN\`: [another server](terminal.md#another-server).`,
    list(
      SETTINGS.map(({ name, meaning, fallback = '' }) => [
        fallback === '' ? code(name) : `${code(name)} (${code(fallback)})`,
        sentence(meaning),
      ]),
    ),
  )
}

const ABOUT_TERMINAL = `In a checkout, run a command with \`npm run -s deadheat -- COMMAND …\`; from another folder, with
\`npm --prefix CHECKOUT run -s deadheat -- COMMAND …\`; with the [package](../how-to/install.md), with
\`npx deadheat COMMAND …\`. \`COMMAND --help\` prints its arguments and options. \`-\` is stdin. Commands work with or
without a running server.`

const ELSEWHERE = `With \`--server\`, commands work on the arenas of a server elsewhere, with the same output and exit codes. Put its
address into \`DEADHEAT_SERVER\` and a token of an operator into \`DEADHEAT_TOKEN\`: other users of a machine can read
arguments.`

/** docs/reference/terminal.md: every command in one line, from the commands themselves. */
async function terminalPage(): Promise<string> {
  const program = buildProgram(await allCommands(), thisTerminal())
  const all = program.commands.flatMap((command) =>
    command.commands.length === 0 ? [command] : command.commands,
  )
  return blocks(
    MADE,
    '# The terminal',
    ABOUT_TERMINAL,
    list(all.map((command) => [code(commandSynopsis(command)), sentence(command.description())])),
    '## Exit codes',
    list(EXIT_CODES.map((meaning, exit) => [code(String(exit)), meaning])),
    '## Another server',
    ELSEWHERE,
  )
}

const commandSynopsis = (command: Command): string => {
  const name = command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()
  return `${name} ${command.usage().replace('[options]', '')}`.replaceAll(/ +/g, ' ').trim()
}

// docs/reference/arena-yaml.md: every key of an arena.yaml, from the schema that checks it.

const ABOUT_ARENA_YAML = `\`init DIR\` writes an \`arena.yaml\` with comments; [examples/](../../examples/README.md) has more. Paths are relative to
the file. Editors check it with \`/arena.schema.json\` of a server. A key is a text unless its values stand in brackets,
with the default after them. A list has texts.`

function arenaYamlPage(): string {
  const schema = arenaSchema()
  return blocks(MADE, '# arena.yaml', ABOUT_ARENA_YAML, '## Top level', ...section('', schema))
}

/** The list of an object's keys, then a section for each key that holds objects of its own. */
function section(path: string, schema: JsonSchema): string[] {
  const kinds = objectsIn(schema)
  const keys = [...new Set(kinds.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  const lines = keys.map((key) => {
    const having = kinds.filter(({ properties }) => properties?.[key])
    const schemas = having.map(({ properties }) => properties![key])
    const isRequired = having.every(({ required }) => required?.includes(key) && !('default' in schemas[0]))
    const only = having.length < kinds.length ? `For ${having.map(schemaKind).join(', ')}.` : ''
    const types = [...new Set(schemas.map(typeWords))]
    const wider = types.filter((narrow) => !types.some((wide) => wide.startsWith(`${narrow} or `)))
    const type = wider
      .join(', ')
      .replace(/^text$|^(list of )?object$/, '')
      .replace('list of text', 'list')
    const fallback = schemas[0].default
    const values = [
      type,
      isRequired ? 'required' : fallback === undefined ? '' : code(JSON.stringify(fallback)),
    ].filter((value) => value !== '')
    return [
      `- ${code(key)}${values.length === 0 ? '' : ` (${values.join('; ')})`}:`,
      schemaDescription(schemas),
      only,
    ]
      .filter((part) => part !== '')
      .join(' ')
  })
  const inner = keys.flatMap((key) => {
    const value = kinds.find(({ properties }) => properties?.[key])!.properties![key]
    const name = path === '' ? key : `${path}.${key}`
    return objectsIn(value).length === 0 ? [] : [`## ${schemaTitle(name, value)}`, ...section(name, value)]
  })
  return [lines.join('\n'), ...inner]
}

const schemaTitle = (name: string, schema: JsonSchema) => {
  const kinds = alternatives(schema)
  if (kinds.some(({ items }) => items)) return `${name}, each`
  return kinds.some(({ additionalProperties }) => typeof additionalProperties === 'object')
    ? `${name}, each by its name`
    : name
}

const schemaKind = ({ properties }: JsonSchema) =>
  code(String((properties?.['kind'] ?? properties?.['type'] ?? properties?.['does'])?.const))

const schemaDescription = (schemas: readonly JsonSchema[]) =>
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

// The pieces of Markdown that the generated pages consist of.

/** A name in Markdown, and what it means. */
type Item = readonly [name: string, meaning: string]

const list = (items: readonly Item[]) => items.map(([name, meaning]) => `- ${name}: ${meaning}`).join('\n')

/** Text in backticks. An empty text stays empty. */
const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

/** Blocks separated by blank lines, with one line end at the end. Empty blocks are left out. */
const blocks = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`

/** A sentence with a capital letter and a full stop. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.:?!]$/.test(begun) || begun === '' ? begun : `${begun}.`
}

/** The first line of every generated page. */
const MADE = '<!-- Made by `npm run docs`. Change the code it is made from, not this file. -->'

// The JSON Schema that zod writes, in words.

/** The object schemas of a value: its own variants, or those of its list items or named entries. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  return alternatives(schema).flatMap((variant): JsonSchema[] => {
    if (variant.properties) return [variant]
    if (variant.items) return objectsIn(variant.items)
    if (typeof variant.additionalProperties === 'object') return objectsIn(variant.additionalProperties)
    return variant.anyOf || variant.oneOf ? objectsIn(variant) : []
  })
}

/** The type of a value as Markdown: "whole number from 1", "`public`, `link` or `private`", "list of text". */
function typeWords(schema: JsonSchema): string {
  const all = alternatives(schema)
  if (all.length > 1) return orList([...new Set(all.map(typeWords))])
  const variant = all[0]
  if (variant.const !== undefined) return code(String(variant.const)) || 'empty'
  if (variant.enum) return orList(variant.enum.map((value) => code(String(value)) || 'empty'))
  if (variant.type === 'array') return variant.items ? `list of ${typeWords(variant.items)}` : 'list'
  if (variant.type === 'integer') return `whole number${rangeWords(variant)}`
  if (variant.type === 'number') return `number${rangeWords(variant)}`
  if (variant.type === 'boolean') return '`true` or `false`'
  if (variant.type === 'string') return 'text'
  if (variant.type === 'null') return '`null`'
  return variant.type === 'object' ? 'object' : 'any value'
}

function rangeWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  // bounds from 10,000 on guard the server, and that a count or a price is positive goes without saying
  const isSafe = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < 10_000 ? bound : undefined
  if (isSafe(maximum) === undefined && exclusiveMaximum === undefined && (minimum ?? 0) <= 1) return ''
  const parts = [
    named('from', isSafe(minimum)),
    named('above', isSafe(exclusiveMinimum)),
    named('to', isSafe(maximum)),
    named('below', isSafe(exclusiveMaximum)),
  ]
  return parts.join('')
}

const named = (word: string, bound: number | undefined) => (bound === undefined ? '' : ` ${word} ${bound}`)

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const stale = await stalePages(ROOT)
    for (const path of stale) console.log(`${path} is out of date: run npm run docs and commit it.`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else await writePages(ROOT)
}
