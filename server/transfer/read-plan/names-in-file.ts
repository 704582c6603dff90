/** A plan under the names of a file, and what plans lose. Light, since `rate` loads it. */
import type { ReadPlan, ReadSource } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { joinedColumns, type ColumnChanges } from '../formats/column-changes.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { columnSource, mapSource, sourceParts } from './sources.ts'

/**
 * A plan that was found among columns under other names, as a plan of the columns that the file has.
 * @param columns  of the file, under their own names
 */
export function planOfNamesInFile(
  plan: ReadPlan,
  columns: readonly string[],
  changes: ColumnChanges = new Map(),
): ReadPlan {
  const inFile = new Map(
    columns.flatMap((column) => {
      const name = changes.get(column)
      return name ? [[name, column] as const] : []
    }),
  )
  const nameInFile = (source: string): string => {
    if (source.startsWith('=') || (columns.includes(source) && !changes.has(source))) return source
    const [first = '', ...path] = source.split('.')
    const whole = inFile.get(source)
    return whole === undefined ? [inFile.get(first) ?? first, ...path].join('.') : columnSource(whole)
  }
  const joined = joinedColumns(columns, changes)
  const sourceInFile = (source: ReadSource): ReadSource =>
    joined.length > 0 && sourceParts(source).includes('prompt')
      ? joined.map(columnSource)
      : mapSource(source, nameInFile)
  const columnsInFile = (sources: Record<string, ReadSource>) =>
    Object.fromEntries(Object.entries(sources).map(([target, source]) => [target, sourceInFile(source)]))
  const { columns: sources, each, again, only, ignore } = plan
  return {
    ...plan,
    columns: columnsInFile(sources),
    ...(each !== undefined && { each: nameInFile(each) }),
    ...(again && { again: again.map(columnsInFile) }),
    ...(only && {
      only: Object.fromEntries(
        Object.entries(only).map(([name, values]) => [
          Object.hasOwn(sources, name) ? name : nameInFile(name),
          values,
        ]),
      ),
    }),
    ignore: [
      ...new Set([
        ...ignore.map(nameInFile),
        ...columns.filter((column) => changes.get(column) === null && column !== ''),
      ]),
    ],
  }
}

/** That several outcomes of a file are one side: what tells them apart is lost. */
export const strengthLost = ({ name, outcomes }: Pick<OpenFile, 'name' | 'outcomes'>): CodedMessage[] =>
  outcomes?.losesStrength ? [msg('strength_lost', { file: name })] : []
