import type { ReadPlan, ReadSource } from '../../../shared/contracts/read-plan.ts'
import { joinedTexts, standsForEmpty, structureField, textField, type Fields } from '../formats/fields.ts'

/** In place of the address of a format: no tool has it, such as a table of people. */
export const OWN_SOURCE = 'docs/reference/files.md'
/** In place of the address of a format: a user says how the file is read. */
export const GIVEN_PLAN = 'the plan says'

/** What stands for the element of a list that is a vote of its own. */
export const EACH = 'each'

/** A column as a source. One whose name begins with `=` has `'` before it, as in a cell of CSV: after `=` is a text. */
export const columnSource = (name: string): string => (/^'*=/.test(name) ? `'${name}` : name)
const columnName = (source: string): string => (/^'+=/.test(source) ? source.slice(1) : source)

/** A plan in which a source that is a column of the file by its exact name is this column, and no text. */
export function withHeaderColumns(plan: ReadPlan, header: ReadonlySet<string>): ReadPlan {
  const part = (source: string) => (header.has(source) ? columnSource(source) : source)
  const named = (columns: ReadPlan['columns']) =>
    Object.fromEntries(Object.entries(columns).map(([target, source]) => [target, mapSource(source, part)]))
  const { columns, again } = plan
  return { ...plan, columns: named(columns), ...(again && { again: again.map(named) }) }
}

/** A source with each of its names and paths changed. */
export const mapSource = (source: ReadSource, change: (part: string) => string): ReadSource =>
  typeof source === 'string'
    ? change(source)
    : Array.isArray(source)
      ? source.map(change)
      : { first: source.first.map(change) }

/** The value of a row at a source; undefined if there is none. Shape of a path: keys of objects and numbers of lists, with dots. */
export function sourceValue(fields: Fields, source: ReadSource): unknown {
  if (Array.isArray(source)) return joinedTexts(source.map((part) => sourceValue(fields, part)))
  if (typeof source !== 'string') return source.first.map((part) => sourceValue(fields, part)).find(isFilled)
  if (source.startsWith('=')) return source.slice(1)
  const name = columnName(source)
  if (Object.hasOwn(fields, name) || name !== source) return fields[name]
  if (source.endsWith(ALL_BELOW)) {
    const below = Object.keys(fields).filter((column) => column.startsWith(source.slice(0, -1)))
    return Object.fromEntries(below.map((column) => [column.slice(source.length - 1), fields[column]]))
  }
  let value: unknown = fields
  for (const key of source.split('.')) {
    const structure = value === fields ? fields : structureField(value)
    if (typeof structure !== 'object' || structure === null || !Object.hasOwn(structure, key))
      return undefined
    value = (structure as Fields)[key]
  }
  return value
}
const ALL_BELOW = '.*'

function isFilled(value: unknown): boolean {
  const text = textField(value)
  return text === null ? typeof value === 'object' && value !== null : !standsForEmpty(text)
}

/** The names and paths of a source. */
export const sourceParts = (source: ReadSource): readonly string[] =>
  typeof source === 'string' ? [source] : Array.isArray(source) ? source : source.first

/** The columns that a name or path is, or begins with. @param columns  of the file: their names may have dots */
export function sourceColumns(source: string, columns: ReadonlySet<string>): readonly string[] {
  if (source.startsWith('=')) return []
  const name = columnName(source)
  if (columns.has(name) || name !== source) return [name]
  if (source.endsWith(ALL_BELOW))
    return [...columns].filter((column) => column.startsWith(source.slice(0, -1)))
  return [source.split('.')[0]]
}
