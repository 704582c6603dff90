import { csvEnds } from './csv-ends.ts'
import { formatOf } from './format.ts'
import { jsonTokens } from './json-tokens.ts'
import type { OpenFile } from './open-file.ts'
import { headerOf } from './rows.ts'

/** The columns of a file: its header, or the keys of its first row. Reads only the head of the file. */
export function columnsOf(file: OpenFile): string[] {
  const format = formatOf(file.head, file.name)
  if (format.kind === 'csv') return headerOf(firstCsvRow(file.head, format.separator), format.separator)
  return keysOfFirstRow(file.head.toString('utf8'), format.kind === 'json')
}

function firstCsvRow(head: Buffer, separator: string): string {
  const end = csvEnds(separator.charCodeAt(0)).next(head, 0, head.length)
  return head.toString('utf8', 0, typeof end === 'number' && end > 0 ? end : head.length).trimEnd()
}

/**
 * The keys of the first row; in a broken row those before the fault.
 * @param listed  whether the rows are in the first array of the file, not one on each line
 */
function keysOfFirstRow(text: string, listed: boolean): string[] {
  const keys: string[] = []
  let depth = 0
  /** The nesting depth of rows, once it is known. */
  let around = listed ? null : 0
  for (const { kind, text: token } of jsonTokens(text)) {
    if (around === null && token === '[' && kind === 'open' && depth < 2) around = depth + 1
    if (kind === 'open') depth++
    else if (kind === 'key' && around !== null && depth === around + 1) keys.push(token)
    else if (kind === 'close') {
      if (around !== null && depth <= around + 1) break
      depth--
    }
  }
  return keys
}
