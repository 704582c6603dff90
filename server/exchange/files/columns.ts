import { formatOf } from './format.ts'
import type { OpenFile } from './open-file.ts'
import { headerOf } from './rows.ts'

/** The columns by which a file can be told: its header, or the keys of its first row. Reads nothing but the head. */
export function columnsOf(file: OpenFile): string[] {
  const format = formatOf(file.head, file.name)
  const text = file.head.toString('utf8').trimStart()
  if (format.kind === 'csv') return headerOf(text.split('\n', 1)[0], format.separator)
  return keysOfFirstRow(text, format.kind === 'jsonl' ? 1 : text.startsWith('[') ? 2 : 3)
}

/** Keys of the first object at `depth`, of which the end need not be there. */
function keysOfFirstRow(text: string, depth: number): string[] {
  const keys: string[] = []
  let here = 0
  for (const [token, quoted, colon] of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:)?|[[\]{}]/gs)) {
    if (quoted !== undefined) {
      if (here === depth && colon) keys.push(quoted)
    } else if (token === '{' || token === '[') {
      here++
    } else if (here-- === depth) {
      break
    }
  }
  return keys
}
