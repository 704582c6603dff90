/** Plans of files in Deadheat's own columns: what the reader of such files did, and how it is asked to. */
import type { ReadKind, ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { READ_OF_ANSWERS } from '../formats/answers.ts'
import type { ColumnChanges } from '../formats/column-changes.ts'
import type { FileKind } from '../formats/detect-kind.ts'
import { VOTE_COLUMNS } from '../formats/aliases.ts'
import { READ_OF_PROMPTS } from '../formats/prompts.ts'
import { columnSource } from './sources.ts'

type DeadheatKind = Exclude<FileKind, 'arena'>

/** By kind: the targets of a plan, and the columns of Deadheat's own files that are the same. */
const DEADHEAT_COLUMNS: Record<
  Exclude<ReadKind, 'scores' | 'counts' | 'table'>,
  { content: DeadheatKind; columns: ReadonlyMap<string, string> }
> = {
  votes: {
    content: 'votes',
    columns: named([...VOTE_COLUMNS.filter((column) => !column.startsWith('conversation')), 'id']),
  },
  answers: { content: 'answers', columns: named(READ_OF_ANSWERS.filter((column) => column !== 'prompt')) },
  prompts: {
    content: 'prompts',
    columns: new Map([
      ...named(READ_OF_PROMPTS.filter((column) => !['id', 'text'].includes(column))),
      ['prompt', 'text'],
    ]),
  },
}

function named(columns: readonly string[]): Map<string, string> {
  return new Map(columns.map((column) => [column, column]))
}

/**
 * A plan as columns that the readers of Deadheat's own files read under their names, which is faster than translating rows.
 * @param header  the columns of the file; those that the plan does not name are not read
 * @returns null if the plan says more than names
 */
export function planAsColumnChanges(
  { kind, preset, columns, each, again, only }: ReadPlan,
  header: readonly string[],
): { content: DeadheatKind; changes: ColumnChanges } | null {
  if (
    kind === 'scores' ||
    kind === 'counts' ||
    kind === 'table' ||
    preset !== undefined ||
    each !== undefined ||
    again ||
    only
  )
    return null
  const { content, columns: names } = DEADHEAT_COLUMNS[kind]
  const changes = new Map<string, string | null>(header.map((column) => [column, null]))
  for (const [target, source] of Object.entries(columns)) {
    const name = names.get(target)
    if (typeof source !== 'string') return null
    const column = header.includes(source)
      ? source
      : header.find((candidate) => columnSource(candidate) === source)
    if (name === undefined || column === undefined) return null
    changes.set(column, name)
  }
  return { content, changes }
}

/** The plan of a file in Deadheat's own columns. @param header  its columns under the names by which they are read */
export function planOfColumns(content: DeadheatKind, header: readonly string[]): ReadPlan {
  const targets = new Map([...DEADHEAT_COLUMNS[content].columns].map(([target, column]) => [column, target]))
  if (content !== 'votes') targets.set(content === 'prompts' ? 'id' : 'prompt', 'question_id')
  const columns: ReadPlan['columns'] = {}
  for (const column of header) {
    const target = targets.get(column)
    if (target !== undefined) columns[target] ??= column
  }
  return { kind: content, columns, ignore: [], outcomes: {} }
}
