/** How the keys of an arena.yaml are told: each read from its row, and written back where it was told otherwise. */
import { parse, stringify } from 'yaml'

/** An entry as its file has it; empty for a new one. */
export type Row = Readonly<Record<string, unknown>>

export interface Field<T> {
  /** What a key says; also what is told where it says nothing. */
  read(value: unknown): T
  /** `undefined`: nothing is said. */
  write(told: T): unknown
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Blank for nothing. */
export const text: Field<string> = {
  read: asText,
  write: (told) => (told.trim() === '' ? undefined : told),
}

/** One in which a space is something too. */
export const verbatim: Field<string> = { read: asText, write: (told) => (told === '' ? undefined : told) }

export const number: Field<number | null> = {
  read: (value) => (typeof value === 'number' ? value : null),
  write: (told) => (typeof told === 'number' ? told : undefined),
}

export const flag: Field<boolean> = {
  read: (value) => value === true,
  write: (told) => told || undefined,
}

/** Anything, as YAML. What is none is written as it is, for the validator to say so at its place. */
export const yaml: Field<string> = {
  read: (value) => (value === undefined ? '' : stringify(value, { lineWidth: 0 }).trimEnd()),
  write: (told) => (told.trim() === '' ? undefined : parsed(told)),
}

/** Anything, as JSON of several lines; read as YAML, which JSON is too. */
export const json: Field<string> = {
  read: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
  write: yaml.write,
}

/** Names of which some are chosen; none chosen: nothing is said, which means all. */
export const names: Field<string[]> = {
  read: (value) => (Array.isArray(value) ? value.map(String) : []),
  write: (told) => (told.length > 0 ? [...told] : undefined),
}

/** Names with commas between them; one that has a comma itself stands in quotes, as in CSV. */
export const commas: Field<string> = {
  read: (value) => (Array.isArray(value) ? value.map(inQuotes).join(', ') : ''),
  write: (told) => {
    const all = [...told.matchAll(BETWEEN_COMMAS)]
    const names = all.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!.trim())
    return names.filter((one) => one.trim() !== '')
  },
}

const BETWEEN_COMMAS = /(?<=^|,)\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g
const inQuotes = (name: unknown): string =>
  /^\s*"|,/.test(String(name)) ? `"${String(name).replaceAll('"', '""')}"` : String(name)

/** One text or several, those that are blank left out. */
export const passages: Field<string[]> = {
  read: (value) => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []),
  write: (told) => oneOrMore(told.filter((one) => one.trim() !== '')),
}

/** One text or several, each a line. */
export const eachALine: Field<string> = {
  read: (value) => (Array.isArray(value) ? value.join('\n') : asText(value)),
  write: (told) => oneOrMore(told.split(/\r?\n/).filter((one) => one.trim() !== '')),
}

const oneOrMore = (all: string[]) => (all.length > 1 ? all : all[0])

function parsed(told: string): unknown {
  try {
    return parse(told)
  } catch {
    return told
  }
}

/** One of a few words; the first where nothing is said. */
export const oneOf = <Word extends string>(first: Word, ...others: Word[]): Field<Word> => ({
  read: (value) => [first, ...others].find((one) => one === value) ?? first,
  write: (told) => told,
})

export type Fields = Record<string, Field<unknown>>
export type ValuesOf<F> = { [Key in keyof F]: F[Key] extends Field<infer T> ? T : never }

export function readRow<F extends Fields>(fields: F, row: Row): ValuesOf<F> {
  const told = Object.entries(fields).map(([key, field]) => [key, field.read(row[key])])
  return Object.fromEntries(told) as ValuesOf<F>
}

/** The row as it is now told; what is told as it was stands as it stood. */
export function writtenRow<F extends Fields>(
  fields: F,
  row: Row,
  told: ValuesOf<F>,
): Record<string, unknown> {
  const written: Record<string, unknown> = { ...row }
  for (const [key, field] of Object.entries(fields)) {
    if (isSame(told[key], field.read(row[key]))) continue
    const value = field.write(told[key])
    if (value === undefined) delete written[key]
    else written[key] = value
  }
  return written
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** What a row has beside some keys. */
export const without = (keys: readonly string[], row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))
