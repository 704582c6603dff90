import { csvEnds } from './csv-ends.ts'
import { formatOf } from './format.ts'
import { jsonTokens } from './json-tokens.ts'
import type { OpenFile } from './open-file.ts'
import { headerOf } from './rows.ts'

/** The columns by which a file can be told: its header, or the keys of its first row. Reads nothing but the head. */
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
 * Keys of the first row; those before the fault where it is broken.
 * @param listed  whether the rows stand in an array, the first of the file, rather than on lines of their own
 */
function keysOfFirstRow(text: string, listed: boolean): string[] {
  const keys: string[] = []
  let depth = 0
  /** How deep rows lie, once that is known. */
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
