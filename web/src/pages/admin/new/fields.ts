/** Converts the keys of an arena.yaml to form values and back. A key that was not edited keeps its original value. */
import { parse, stringify } from 'yaml'

/** An entry as in the file; empty for a new one. */
export type Row = Readonly<Record<string, unknown>>

export interface Field<T> {
  /** The form value of a key; a default if the file lacks the key. */
  read(value: unknown): T
  /** The value for the file; `undefined` leaves the key out. */
  write(value: T): unknown
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A blank text leaves the key out. */
export const text: Field<string> = {
  read: asText,
  write: (value) => (value.trim() === '' ? undefined : value),
}

/** A text whose spaces count. */
export const verbatim: Field<string> = { read: asText, write: (value) => (value === '' ? undefined : value) }

export const number: Field<number | null> = {
  read: (value) => (typeof value === 'number' ? value : null),
  write: (value) => (typeof value === 'number' ? value : undefined),
}

export const flag: Field<boolean> = {
  read: (value) => value === true,
  write: (value) => value || undefined,
}

/** Whether a key that is `true` by default is `false`. */
export const turnedOff: Field<boolean> = {
  read: (value) => value === false,
  write: (value) => (value ? false : undefined),
}

/** Any value, as YAML. Invalid YAML is written as text, so the validator reports it at its line. */
export const yaml: Field<string> = {
  read: (value) => (value === undefined ? '' : stringify(value, { lineWidth: 0 }).trimEnd()),
  write: (value) => (value.trim() === '' ? undefined : parsed(value)),
}

/** Any value, shown as indented JSON. Input may be YAML, which includes JSON. */
export const json: Field<string> = {
  read: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
  write: yaml.write,
}

/** Selected names. An empty selection leaves the key out, which means all. */
export const names: Field<string[]> = {
  read: (value) => (Array.isArray(value) ? value.map(String) : []),
  write: (value) => (value.length > 0 ? [...value] : undefined),
}

/** Names separated by commas. A name with a comma is quoted, as in CSV. */
export const commas: Field<string> = {
  read: (value) => (Array.isArray(value) ? value.map(inQuotes).join(', ') : ''),
  write: (value) => {
    const all = [...value.matchAll(BETWEEN_COMMAS)]
    const names = all.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!.trim())
    return names.filter((one) => one.trim() !== '')
  },
}

const BETWEEN_COMMAS = /(?<=^|,)\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g
const inQuotes = (name: unknown): string =>
  /^\s*"|,/.test(String(name)) ? `"${String(name).replaceAll('"', '""')}"` : String(name)

/** One text or several; blank ones are left out. */
export const passages: Field<string[]> = {
  read: (value) => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []),
  write: (value) => oneOrMore(value.filter((one) => one.trim() !== '')),
}

/** One text or several, one per line. */
export const eachALine: Field<string> = {
  read: (value) => (Array.isArray(value) ? value.join('\n') : asText(value)),
  write: (value) => oneOrMore(value.split(/\r?\n/).filter((one) => one.trim() !== '')),
}

const oneOrMore = (all: string[]) => (all.length > 1 ? all : all[0])

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return text
  }
}

/** One of several words; the first is the default. */
export const oneOf = <Word extends string>(first: Word, ...others: Word[]): Field<Word> => ({
  read: (value) => [first, ...others].find((one) => one === value) ?? first,
  write: (value) => value,
})

export type Fields = Record<string, Field<unknown>>
export type ValuesOf<F> = { [Key in keyof F]: F[Key] extends Field<infer T> ? T : never }

export function readRow<F extends Fields>(fields: F, row: Row): ValuesOf<F> {
  const values = Object.entries(fields).map(([key, field]) => [key, field.read(row[key])])
  return Object.fromEntries(values) as ValuesOf<F>
}

/** Writes form values into a row. A value that was not edited stays as the file has it. */
export function writtenRow<F extends Fields>(
  fields: F,
  row: Row,
  values: ValuesOf<F>,
): Record<string, unknown> {
  const written: Record<string, unknown> = { ...row }
  for (const [key, field] of Object.entries(fields)) {
    if (isSame(values[key], field.read(row[key]))) continue
    const value = field.write(values[key])
    if (value === undefined) delete written[key]
    else written[key] = value
  }
  return written
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** The row without these keys. */
export const without = (keys: readonly string[], row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))
