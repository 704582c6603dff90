import { extname } from 'node:path'
import { hasHeader, detectLayout, SEPARATOR_LINE, type Layout } from './csv.ts'
import { behindFirst, firstKeys, jsonTokens, listStart } from './json.ts'

export type Format =
  | { kind: 'jsonl' }
  | { kind: 'json'; path?: readonly string[] }
  | ({ kind: 'csv' } & Layout)

/** Columns that only rows have. An object with one of them is a row, not a wrapper around rows. */
export const ROW_COLUMNS: ReadonlySet<string> = new Set(
  'context model_a model_b winner conversation_a conversation_b judge tstamp question_id id model prompt text messages turns transcript uid games choices chosen rejected instruction input output inputs outputs example_id'.split(
    ' ',
  ),
)

/** Detects the format by the first bytes of the file. The extension decides only if several formats fit. */
export function detectFormat(head: Buffer, name: string): Format {
  const text = head.toString('utf8').trimStart()
  if (text === '') return { kind: 'jsonl' }
  if (text.startsWith('[')) return { kind: 'json' }
  if (text.startsWith('{')) {
    const path = pathOfRows(text)
    if (path) return { kind: 'json', path }
    return { kind: isWrapper(text) && !/^[ \t]*\r?\n\s*{/.test(behindFirst(text)) ? 'json' : 'jsonl' }
  }
  const extension = extname(name.replace(/\.gz$/i, '')).toLowerCase()
  const layout = detectLayout(head.toString('utf8'))
  const [first = '', ...others] = text.replace(SEPARATOR_LINE, '').split('\n').slice(layout.skip)
  // a name that promises JSON counts unless nothing looks like it
  const isTable =
    /[,;\t|]/.test(first) && !/[{}[\]]/.test(first) && !others.some((line) => /^\s*[{[]/.test(line))
  if (!isTable && (extension === '.jsonl' || extension === '.ndjson')) return { kind: 'jsonl' }
  if (!isTable && extension === '.json') return { kind: 'json' }
  if (extension !== '.csv' && !/[,;\t|]/.test(first) && others.some((line) => line.startsWith('{')))
    return { kind: 'jsonl' }
  return { kind: 'csv', ...layout }
}

/** Documents of other tools whose rows are below other keys: where the rows are, and keys that stand before them. */
const DOCUMENTS = [
  { path: ['results', 'results'], before: ['results', 'results/version'] },
  { path: ['samples'], before: ['version', 'status', 'eval'] },
  { path: ['examples_with_runs'], before: ['examples_with_runs'] },
  { path: ['tests'], before: ['exitcode', 'summary'] },
  { path: ['testResults'], before: ['numTotalTests'] },
]
const DEEPEST_KEY = 2

/** The keys that lead to the rows of another tool's document; null if it is none. */
function pathOfRows(text: string): readonly string[] | null {
  const seen = new Set<string>()
  for (const { kind, depth, keys } of jsonTokens(text)) {
    if (kind === 'close' && depth === 0) break
    if (kind === 'key' && depth <= DEEPEST_KEY) seen.add(keys.join('/'))
    const known = DOCUMENTS.find(({ before }) => before.every((key) => seen.has(key)))
    if (known) return known.path
  }
  return null
}

/** Whether the first object of the file has an array of objects under a key that rows never have. */
function isWrapper(text: string): boolean {
  for (const { kind, text: token, end, depth } of jsonTokens(text)) {
    if (kind === 'key' && depth === 1 && ROW_COLUMNS.has(token)) return false
    if (kind === 'open' && token === '[' && depth === 1 && /^\s*([{\]]|$)/.test(text.slice(end))) return true
    if (kind === 'close' && depth === 0) return false
  }
  return false
}

/** Whether the first row of a file, in a table its header, is whole in its first bytes. */
export function hasFirstRow(head: Buffer, name: string): boolean {
  const format = detectFormat(head, name)
  if (format.kind === 'csv') return hasHeader(head, format)
  const text = head.toString('utf8')
  if (format.kind === 'jsonl') return text.trimStart().includes('\n')
  const start = listStart(text, format.path)
  return start !== null && firstKeys(text.slice(start)).isWhole
}
