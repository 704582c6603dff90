import { changedColumns } from './column-changes.ts'
import { csvEnds } from './csv-ends.ts'
import { formatOf, SEPARATOR_LINE } from './format.ts'
import { jsonTokens } from './json-tokens.ts'
import type { OpenFile } from './open-file.ts'
import { headerOf } from './rows.ts'

/** The columns of a file as they are read: its header, or the keys of its first row. Reads only the head of the file. */
export const columnsOf = (file: OpenFile): string[] =>
  changedColumns(ownColumnsOf(file), file.changes).filter((column) => column !== '' || !file.changes)

/** The columns under the names of the file. */
export function ownColumnsOf(file: OpenFile): string[] {
  const format = formatOf(file.head, file.name)
  if (format.kind === 'csv') {
    const line = SEPARATOR_LINE.exec(file.head.toString('utf8', 0, 16))?.[0] ?? ''
    return headerOf(firstCsvRow(file.head.subarray(line.length), format.separator), format.separator)
  }
  const text = file.head.toString('utf8')
  return format.kind === 'json' ? keysOfFirstRow(text, true, format.path) : keysOfFirstRow(text, false)
}

function firstCsvRow(head: Buffer, separator: string): string {
  const end = csvEnds(separator.charCodeAt(0)).next(head, 0, head.length)
  return head.toString('utf8', 0, typeof end === 'number' && end > 0 ? end : head.length).trimEnd()
}

/**
 * The keys of the first row; in a broken row those before the fault.
 * @param listed  whether the rows are in the first array of the file, not one on each line
 * @param path  the keys that lead to the array, if it is another one
 */
function keysOfFirstRow(text: string, listed: boolean, path?: readonly string[]): string[] {
  const columns: string[] = []
  /** The keys around the current token. */
  const around: string[] = []
  let depth = 0
  /** The nesting depth of rows, once it is known. */
  let rowsAt = listed ? null : 0
  const opensRows = () =>
    path ? depth === path.length && path.every((key, i) => around[i] === key) : depth < 2
  for (const { kind, text: token } of jsonTokens(text)) {
    if (rowsAt === null && token === '[' && kind === 'open' && opensRows()) rowsAt = depth + 1
    if (kind === 'open') {
      depth++
    } else if (kind === 'key') {
      around[depth - 1] = token
      if (rowsAt !== null && depth === rowsAt + 1) columns.push(token)
    } else {
      if (rowsAt !== null && depth <= rowsAt + 1) break
      depth--
    }
  }
  return columns
}
