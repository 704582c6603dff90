/**
 * A field of the arena form, from the schema of arena.yaml: which control it has, what that control accepts, and how its
 * value is shown and stored.
 */
import { parse, stringify } from 'yaml'
import type { JsonSchema } from '../../../../../shared/contracts/file-schemas.ts'
import { FIELDS, type Control, type FieldLayout, type Row } from './layout.ts'

/** The JSON Schema of an arena.yaml, without the code that makes it. vite.config.ts has it, and vitest.config.ts. */
declare const ARENA_SCHEMA: JsonSchema

const schema = ARENA_SCHEMA

export interface Field {
  node: JsonSchema
  layout: FieldLayout
  control: Control
  isRequired: boolean
  /** The words that the value is one of; empty if it is free. */
  choices: readonly string[]
}

/**
 * The field at a path such as `title` or `judges.form`. Null: an entry like this one has no such key.
 * @param row  the entry, which decides its variant
 */
export function fieldAt(path: string, row: Row): Field | null {
  const [list, key] = path.split('.') as [string, string | undefined]
  const owner = key === undefined ? schema : variantOf(list, row)
  const name = key ?? list
  const node = owner.properties?.[name]
  if (!node) return null
  const layout = FIELDS[path] ?? {}
  const { required = owner.required?.includes(name) ?? false } = layout
  const choices = node.const === undefined ? (node.enum ?? []) : constantsOf(list, name)
  return {
    node,
    layout,
    control: controlFor(node, layout, choices.length > 0),
    isRequired: typeof required === 'function' ? required(row) : required,
    choices: choices as readonly string[],
  }
}

function controlFor(node: JsonSchema, { as, from }: FieldLayout, isChoice: boolean): Control {
  const isList = (one: JsonSchema) => one.type === 'array'
  if (node.anyOf?.some(isList)) return 'texts'
  if (as) return as
  if (from) return isList(node) ? 'names' : 'choice'
  if (isChoice) return 'choice'
  const controls: Record<string, Control> = {
    boolean: 'flag',
    integer: 'whole',
    number: 'decimal',
    array: 'commas',
    object: 'yaml',
  }
  return controls[node.type ?? ''] ?? 'line'
}

/** The entry with the keys of its variant, in the order of the schema. @param list  its key; blank for the whole file */
export function inOrder(list: string, row: Row): Row {
  const { properties = {} } = list === '' ? schema : variantOf(list, row)
  const keys = Object.keys(properties).filter((key) => row[key] !== undefined)
  return Object.fromEntries(keys.map((key) => [key, fitting(properties[key]!, row[key])]))
}

/** Where another variant takes several texts and this one takes one, they become its lines. */
const fitting = (node: JsonSchema, value: unknown): unknown =>
  node.type === 'string' && Array.isArray(value) ? value.join('\n') : value

/** The variant whose constants the entry has, such as its `kind`. */
function variantOf(list: string, row: Row): JsonSchema {
  const isOf = ({ properties = {} }: JsonSchema) =>
    Object.entries(properties).every(([key, node]) => node.const === undefined || node.const === row[key])
  const variants = variantsOf(list)
  return variants.find(isOf) ?? variants[0]!
}

const constantsOf = (list: string, key: string) =>
  variantsOf(list).flatMap(({ properties }) => properties?.[key]?.const ?? [])

/** A contestant whose answers are uploaded has a layout of its own. */
const variantsOf = (list: string): JsonSchema[] =>
  objectsIn(schema.properties![list === 'uploaded' ? 'contestants' : list]!)

function objectsIn(node: JsonSchema): JsonSchema[] {
  if (node.properties) return [node]
  if (node.items) return objectsIn(node.items)
  if (typeof node.additionalProperties === 'object') return objectsIn(node.additionalProperties).map(named)
  return (node.anyOf ?? node.oneOf ?? []).flatMap(objectsIn)
}

/** In a map, the name of an entry is its key. The form has a field for it. */
const named = (node: JsonSchema): JsonSchema => ({
  ...node,
  properties: { name: { type: 'string', minLength: 1 }, ...node.properties },
  required: ['name', ...(node.required ?? [])],
})

/** The bounds of a whole number, as attributes of an input. */
export function wholeLimits({ minimum, exclusiveMinimum, maximum = Infinity }: JsonSchema) {
  return {
    min: minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1),
    max: maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined,
    step: 1,
  }
}

/** The bounds of a number, as properties of a DecimalField. */
export const decimalLimits = (node: JsonSchema) => ({
  min: node.minimum ?? -Infinity,
  above: node.exclusiveMinimum ?? -Infinity,
  max: node.maximum ?? Infinity,
  below: node.exclusiveMaximum ?? Infinity,
})

/** What a text must look like, as attributes of an input. The HTML pattern needs an escaped hyphen in a class. */
export const textLimits = ({ maxLength, pattern, format }: JsonSchema) => ({
  type: format === 'uri' ? 'url' : 'text',
  maxlength: maxLength,
  pattern: pattern?.replace(/^\^|\$$/g, '').replaceAll('-]', '\\-]'),
})

/** Turns a value of the file into that of its control, and back; `undefined` leaves the key out. */
interface Codec<T> {
  read(value: unknown): T
  write(value: T): unknown
}

const text: Codec<string> = {
  read: (value) => (Array.isArray(value) ? value.join('\n') : String(value ?? '')),
  write: (value) => (value === '' ? undefined : value),
}

const number: Codec<number | null> = {
  read: (value) => (typeof value === 'number' ? value : null),
  write: (value) => value ?? undefined,
}

/** Selected names. An empty selection leaves the key out, which means all. */
const names: Codec<string[]> = {
  read: (value) => (Array.isArray(value) ? value.map(String) : []),
  write: (value) => (value.length > 0 ? [...value] : undefined),
}

/** Names separated by commas. A name with a comma is quoted, as in CSV. */
export const commas: Codec<string> = {
  read: (value) => names.read(value).map(inQuotes).join(', '),
  write: (value) => {
    const all = [...value.matchAll(BETWEEN_COMMAS)]
    const parts = all.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!.trim())
    return names.write(parts.filter((one) => one.trim() !== ''))
  },
}

const BETWEEN_COMMAS = /(?<=^|,)\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g
const inQuotes = (name: string): string => (/^\s*"|,/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)

/** One text or several; blank ones are left out. */
const texts: Codec<string[]> = {
  read: (value) => [value ?? []].flat().map(String),
  write: (value) => {
    const filled = value.filter((one) => one.trim() !== '')
    return filled.length > 1 ? filled : filled[0]
  },
}

/** Any value, as YAML. Invalid YAML is written as text, so the validator reports it at its line. */
const yaml: Codec<string> = {
  read: (value) => (value === undefined ? '' : stringify(value, { lineWidth: 0 }).trimEnd()),
  write: (value) => {
    if (value.trim() === '') return undefined
    try {
      return parse(value) as unknown
    } catch {
      return value
    }
  },
}

/** How each control shows a value and stores it. */
export const CODECS = {
  line: text,
  long: text,
  choice: text,
  whole: number,
  decimal: number,
  names,
  commas,
  texts,
  yaml,
  /** Shown as indented JSON. Input may be YAML, which includes JSON. */
  json: {
    read: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
    write: yaml.write,
  } satisfies Codec<string>,
  flag: { read: (value) => value === true, write: (value) => value || undefined } satisfies Codec<boolean>,
  /** Whether a key that is `true` by default is `false`. */
  off: {
    read: (value) => value === false,
    write: (value) => (value ? false : undefined),
  } satisfies Codec<boolean>,
} satisfies Record<Control, { read(value: unknown): unknown; write(value: never): unknown }>
