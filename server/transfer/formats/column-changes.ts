/** Columns of a file that are read under other names, or not at all. */
import { msg } from '../../../shared/messages/index.ts'
import { FileError, joinedTexts, type Fields } from './fields.ts'
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { ScoreKind } from '../../../shared/contracts/votes.ts'

/** By the name in the file: the name under which a column is read; null: it is not read. */
export type ColumnChanges = ReadonlyMap<string, string | null>

/** How a user says to read a file: `input=prompt,"a=b"=text`, `notes,"a, b"` and `1=model_a,0=model_b`. */
export interface ColumnOptions {
  map?: string | undefined
  ignore?: string | undefined
  /** What outcomes mean, for `parseOutcomes`. */
  outcomes?: string | undefined
  /** Read scores, ranks or results of tests as votes. */
  from?: ScoreKind | undefined
  /** How the file is read. Nothing is guessed then. */
  plan?: ReadPlan | undefined
}

/** As what the files are read together as scores; undefined: they are not. */
export const scoresRead = ({ from, plan }: ColumnOptions): ScoreKind | undefined =>
  plan ? (plan.kind === 'scores' ? (plan.scored ?? 'scores') : undefined) : from

/**
 * What a user says of columns, by a plan or by options.
 * @throws {FileError} if a part of an option has another form, or if a column is named twice
 */
export function columnChanges({ map = '', ignore = '', plan }: ColumnOptions): ColumnChanges {
  const changes = new Map<string, string | null>()
  const add = (column: string, name: string | null) => {
    if (changes.has(column))
      throw new FileError(msg('named_twice', { option: '--map, --ignore or the plan', name: column }))
    changes.set(column, name)
  }
  for (const [target, source] of Object.entries(plan?.columns ?? {}))
    if (typeof source === 'string' && source !== target) add(source, target)
  for (const column of plan?.ignore ?? []) add(column, null)
  // a name may have commas; what follows `=` has none
  for (const part of partsOf(map, /(?<==[^,=]*),/)) {
    const at = part.lastIndexOf('=')
    const [column, name] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()]
    if (column === '' || name === '') throw new FileError(msg('map_unread', { part: asWritten(part) }))
    add(asWritten(column), asWritten(name))
  }
  for (const column of partsOf(ignore)) add(asWritten(column), null)
  return changes
}

/**
 * The changes that a user asks for, and those of columns that have a known name in another spelling, as `Model A` or
 * `WINNER`. An option may name such a column either way. Columns of one spelling get one name, which is refused as twice.
 * @param columns  of the file
 * @throws {FileError} if an option cannot be read
 */
export function resolveChanges(
  columns: readonly string[],
  how: ColumnOptions,
  names: Iterable<string>,
): ColumnChanges | null {
  const byName = new Map([...names].map((name) => [normalisedColumn(name), name]))
  const changes = new Map<string, string | null>()
  for (const column of columns) {
    const name = byName.get(normalisedColumn(column))
    if (name !== undefined && name !== column) changes.set(column, name)
  }
  for (const [name, to] of columnChanges(how)) {
    const spelled = columns.includes(name)
      ? []
      : columns.filter((column) => normalisedColumn(column) === normalisedColumn(name))
    if (spelled.length === 1) changes.set(spelled[0], to)
    changes.set(name, to)
  }
  return changes.size > 0 ? changes : null
}

/** What two spellings of a name have in common. */
export const normalisedColumn = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '')

/** A name in quotes, in which quotes are doubled, as in CSV. */
const QUOTED = /(?<=(?:^|[,=])\s*)"((?:[^"]|"")*)"(?=\s*(?:[,=]|$))/g
/** What stands for a comma and an equals sign within quotes. */
const [COMMA, EQUALS] = ['\u{f0000}', '\u{f0001}']

const partsOf = (list: string, separator: string | RegExp = ','): string[] =>
  list
    .replace(QUOTED, (_, name: string) =>
      name.replaceAll('""', '"').replaceAll(',', COMMA).replaceAll('=', EQUALS),
    )
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const asWritten = (name: string): string => name.replaceAll(COMMA, ',').replaceAll(EQUALS, '=')

/** What `--ignore` calls the reasoning that models write before their answers. */
const REASONING = '<think>'
export const leavesReasoningOut = (changes: ColumnChanges | undefined): boolean =>
  changes?.get(REASONING) === null

/** The columns that a user maps to their own names: they are what they seem to be. */
export const unchangedColumns = (changes: ColumnChanges | undefined): ReadonlySet<string> =>
  new Set([...(changes ?? [])].flatMap(([column, name]) => (column === name ? [column] : [])))

/** The columns under their new names; a column that is not read is ''. */
export const changedColumns = (columns: readonly string[], changes: ColumnChanges | undefined): string[] =>
  columns.map((column) => (changes?.has(column) ? (changes.get(column) ?? '') : column))

/**
 * The columns that a user reads as one prompt, such as an instruction and its input, in the order of the option. Empty: there are
 * not several, or two are spelled as `prompt`.
 */
export function joinedColumns(columns: readonly string[], changes: ColumnChanges | undefined): string[] {
  if (!changes) return []
  const order = [...changes.keys()]
  const joined = columns
    .filter((column) => (changes.has(column) ? changes.get(column) : column) === 'prompt')
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
  const spelled = joined.filter((column) => normalisedColumn(column) === 'prompt')
  return joined.length > 1 && spelled.length < 2 ? joined : []
}

/** The fields under their new names; null if two get the same name, and are not joined. */
export function changedFields(fields: Fields, changes: ColumnChanges): Fields | null {
  const all: Fields = Object.create(null)
  const joined = joinedColumns(Object.keys(fields), changes)
  if (joined.length > 0) all['prompt'] = joinedTexts(joined.map((column) => fields[column]))
  for (const [column, value] of Object.entries(fields)) {
    const name = changes.has(column) ? changes.get(column)! : column
    if (name === null || joined.includes(column)) continue
    if (name in all) return null
    all[name] = value
  }
  return all
}

/** The changes of names that are not among these columns. */
export const changesOfOthers = (changes: ColumnChanges, columns: readonly string[]): ColumnChanges =>
  new Map([...changes].filter(([name]) => !columns.includes(name)))

/** The columns of a file under their own names, and other names in it that options may be about. */
export interface NamesInFile {
  columns: readonly string[]
  used: ReadonlySet<string> | undefined
}

/** @throws {FileError} if an option is about no column of these files, and no other name in them */
export function refuseUnknownOptions(how: ColumnOptions, files: readonly NamesInFile[]): void {
  if (how.from || how.plan) return
  refuseUnknownChanges(columnChanges(how), files)
}

/** @throws {FileError} if a change is of no column of these files, and of no other name in them */
export function refuseUnknownChanges(changes: ColumnChanges, files: readonly NamesInFile[]): void {
  const columns = files.flatMap((file) => file.columns)
  const others = new Set(files.flatMap(({ used }) => [...(used ?? [])]))
  for (const [column, name] of changes)
    if (!isAmong(columns, column) && !others.has(column) && !(column === REASONING && name === null))
      throw new FileError(
        msg('column_to_change_missing', {
          option: name === null ? 'ignore' : 'map',
          column,
          columns: [...new Set(columns)].slice(0, MAX_SHOWN),
        }),
      )
}

const isAmong = (columns: readonly string[], name: string): boolean =>
  columns.includes(name) ||
  columns.filter((column) => normalisedColumn(column) === normalisedColumn(name)).length === 1

const MAX_SHOWN = 12
