import { csvEnds } from './csv-ends.ts'
import { formatOf } from './format.ts'
import { jsonTokens } from './json-tokens.ts'
import type { OpenFile } from './open-file.ts'
import { headerOf } from './rows.ts'

/** The columns by which a file can be told: its header, or the keys of its first row. Reads nothing but the head. */
export function columnsOf(file: OpenFile): string[] {
  const format = formatOf(file.head, file.name)
  const text = file.head.toString('utf8').trimStart()
  if (format.kind === 'csv') return headerOf(firstCsvRow(file.head, format.separator), format.separator)
  return keysOfFirstRow(text, format.kind === 'jsonl' ? 1 : text.startsWith('[') ? 2 : 3)
}

function firstCsvRow(head: Buffer, separator: string): string {
  const end = csvEnds(separator.charCodeAt(0)).next(head, 0, head.length)
  return head.toString('utf8', 0, typeof end === 'number' && end > 0 ? end : head.length).trimEnd()
}

/** Keys of the first object at `depth`, of which the end need not be there. */
function keysOfFirstRow(text: string, depth: number): string[] {
  const keys: string[] = []
  let here = 0
  for (const { kind, text: token } of jsonTokens(text)) {
    if (kind === 'key' && here === depth) keys.push(token)
    if (kind === 'open') here++
    if (kind === 'close' && here-- === depth) break
  }
  return keys
}
