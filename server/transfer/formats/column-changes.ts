/** Columns of a file that are read under other names, or not at all. */
import { msg } from '../../../shared/messages/index.ts'
import { columnWord } from '../../../shared/messages/short-list.ts'
import { FileError, joinedTexts, type Fields } from './fields.ts'
import { parseOutcomeTexts } from './outcome-meanings.ts'
import { parseAssignments, parseNames } from './quoted-list.ts'
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { NonVoteKind, ScoreKind } from '../../../shared/contracts/votes.ts'

/** By the name in the file: the name under which a column is read; null: it is not read. */
export type ColumnChanges = ReadonlyMap<string, string | null>

/** How a user says to read a file: `input=prompt,"a=b"=text`, `notes,"a, b"` and `1=model_a,0=model_b`. */
export interface ColumnOptions {
  map?: string | undefined
  ignore?: string | undefined
  /** What outcomes mean. */
  outcomes?: string | undefined
  /** Read scores, ranks, results of tests or counts as votes. */
  from?: NonVoteKind | undefined
  /** How the file is read. Nothing is guessed then. */
  plan?: ReadPlan | undefined
}

/** What a user says of a file: edits of the plan that its beginning suggests, or the whole plan. */
export interface PlanEdits {
  changes: ColumnChanges
  outcomes: ReadPlan['outcomes']
  from?: ScoreKind | undefined
  plan?: ReadPlan | undefined
}
export const NO_EDITS: PlanEdits = { changes: new Map(), outcomes: {} }

/**
 * What options say. Counts are a plan that names no columns, and a plan gets the columns that are not read and the outcomes.
 * @throws {FileError} if a part of an option has another form, if a column or an outcome is named twice, or if columns of counts,
 *   which are contestants, are named
 */
export function parseOptions({ map, ignore, outcomes, from, plan }: ColumnOptions): PlanEdits {
  const edits = { changes: parseChanges(map, ignore), outcomes: parseOutcomeTexts(outcomes) }
  if (from !== 'counts' && !plan) return { ...edits, from }
  if (!plan && map) throw new FileError(msg('options_exclude', { option: '--from counts', with: '--map' }))
  const given = plan ?? { kind: 'counts', columns: {}, ignore: [], outcomes: {} }
  const ignored = [...edits.changes].flatMap(([column, name]) => (name === null ? column : []))
  return {
    ...edits,
    plan: {
      ...given,
      ignore: [...new Set([...given.ignore, ...ignored])],
      outcomes: { ...given.outcomes, ...edits.outcomes },
    },
  }
}

/** As what the files are read together as scores; undefined: they are not. */
export const requestedScoreKind = ({
  from,
  plan,
}: Pick<ColumnOptions, 'from' | 'plan'>): ScoreKind | undefined =>
  plan
    ? plan.kind === 'scores'
      ? (plan.scored ?? 'scores')
      : undefined
    : from === 'counts'
      ? undefined
      : from

/** @throws {FileError} if a part of an option has another form, or if a column is named twice */
export const parseChanges = (map = '', ignore = ''): ColumnChanges =>
  changesByColumn([
    ...parseAssignments(map).map(({ part, name: column, meaning: name }): ColumnChange => {
      if (column === '' || name === '') throw new FileError(msg('map_unread', { part }))
      return [column, name]
    }),
    ...parseNames(ignore).map((column): ColumnChange => [column, null]),
  ])

/** What a plan says of columns, by their names alone. @throws {FileError} if a column is two things */
export const changesOfPlan = ({ columns, ignore }: ReadPlan): ColumnChanges =>
  changesByColumn([
    ...Object.entries(columns).flatMap(([target, source]): ColumnChange[] =>
      typeof source === 'string' && source !== target ? [[source, target]] : [],
    ),
    ...ignore.map((column): ColumnChange => [column, null]),
  ])

type ColumnChange = readonly [column: string, name: string | null]

function changesByColumn(changes: readonly ColumnChange[]): ColumnChanges {
  const byColumn = new Map(changes)
  const name = byColumn.size < changes.length && findRepeated(changes.map(([column]) => column))
  if (name) throw new FileError(msg('named_twice', { option: '--map, --ignore or the plan', name }))
  return byColumn
}

const findRepeated = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) < at)

/** What `parseOptions` reads as these edits. Absent: nothing is said. */
export function writtenOptions({ changes, outcomes, from }: PlanEdits): ColumnOptions {
  const all = [...changes]
  const map = all.flatMap(([column, name]) =>
    name === null ? [] : `${columnWord(column)}=${columnWord(name)}`,
  )
  const ignore = all.flatMap(([column, name]) => (name === null ? columnWord(column) : []))
  const meanings = Object.entries(outcomes).map(([text, meaning]) => `${columnWord(text)}=${meaning}`)
  const joined = (parts: string[]) => (parts.length > 0 ? parts.join(',') : undefined)
  return { map: joined(map), ignore: joined(ignore), outcomes: joined(meanings), from }
}

/**
 * The changes that a user asks for, and those of columns that have a known name in another spelling, as `Model A` or
 * `WINNER`. An option may name such a column either way. Columns of one spelling get one name, which is refused as twice.
 * @param columns  of the file
 */
export function resolveChanges(
  columns: readonly string[],
  asked: ColumnChanges,
  names: Iterable<string>,
): ColumnChanges | null {
  const byName = new Map([...names].map((name) => [normalisedColumn(name), name]))
  const changes = new Map<string, string | null>()
  for (const column of columns) {
    const name = byName.get(normalisedColumn(column))
    if (name !== undefined && name !== column) changes.set(column, name)
  }
  for (const [name, to] of asked) {
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
export const nonColumnChanges = (changes: ColumnChanges, columns: readonly string[]): ColumnChanges =>
  new Map([...changes].filter(([name]) => !columns.includes(name)))

/** The columns of a file under their own names, and other names in it that options may be about. */
export interface NamesInFile {
  columns: readonly string[]
  used: ReadonlySet<string> | undefined
}

/** @throws {FileError} if an option is about no column of these files, and no other name in them */
export function refuseUnknownOptions(
  { changes, from, plan }: PlanEdits,
  files: readonly NamesInFile[],
): void {
  if (!from && !plan) refuseUnknownChanges(changes, files)
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
