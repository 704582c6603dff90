/** The pieces of Markdown that the generated pages consist of. */
import { alternatives, type JsonSchema } from '../../shared/contracts/file-schemas.ts'

/** A table; cells are Markdown. Without rows it is an empty text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('\n', ' ').replaceAll('|', '\\|')

/** Text in backticks. An empty text stays empty. */
export const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

/** Blocks separated by blank lines, with one line end at the end. Empty blocks are left out. */
export const blocks = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`

/** A sentence with a capital letter and a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.:?!]$/.test(begun) || begun === '' ? begun : `${begun}.`
}

/** The first line of every generated page. */
export const MADE = '<!-- Made by `npm run docs`. Change the code it is made from, not this file. -->'

// The JSON Schema that zod writes, in words for a table.

/** The object schemas of a value: its own variants, or those of its list items or named entries. */
export function objectsIn(schema: JsonSchema): JsonSchema[] {
  return alternatives(schema).flatMap((one): JsonSchema[] => {
    if (one.properties) return [one]
    if (one.items) return objectsIn(one.items)
    if (typeof one.additionalProperties === 'object') return objectsIn(one.additionalProperties)
    return one.anyOf || one.oneOf ? objectsIn(one) : []
  })
}

/** The type of a value as Markdown: "whole number from 1", "`public`, `link` or `private`", "list of text". */
export function typeWords(schema: JsonSchema): string {
  const all = alternatives(schema)
  if (all.length > 1) return orList([...new Set(all.map(typeWords))])
  const one = all[0]
  if (one.const !== undefined) return code(String(one.const)) || 'empty'
  if (one.enum) return orList(one.enum.map((value) => code(String(value)) || 'empty'))
  if (one.type === 'array') return one.items ? `list of ${typeWords(one.items)}` : 'list'
  if (one.type === 'integer') return `whole number${rangeWords(one)}`
  if (one.type === 'number') return `number${rangeWords(one)}`
  if (one.type === 'boolean') return '`true` or `false`'
  if (one.type === 'string') return 'text'
  if (one.type === 'null') return '`null`'
  return one.type === 'object' ? 'object' : 'any value'
}

function rangeWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const isSafe = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
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
