import { formatOf } from './format.ts'
import { jsonTokens } from './json-tokens.ts'
import type { OpenFile } from './open-file.ts'

/**
 * Where the first list of objects is in a JSON document whose rows are not found: at least two keys deep.
 * @returns the keys that lead to it, as a path of jq; null if the head of the file has no such list
 */
export function nestedListIn({ head, name }: Pick<OpenFile, 'head' | 'name'>): string | null {
  const text = head.toString('utf8')
  if (!text.trimStart().startsWith('{') || formatOf(head, name).kind !== 'jsonl') return null
  const keys: string[] = []
  let depth = 0
  for (const { kind, text: token, end } of jsonTokens(text)) {
    if (kind === 'key') {
      keys.length = depth - 1
      keys.push(token)
    } else if (kind === 'close') {
      if (--depth === 0) return null
    } else if (token === '[' && keys.length >= 2 && keys.length === depth && /^\s*{/.test(text.slice(end))) {
      return keys.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `.[${JSON.stringify(key)}]`)).join('')
    } else depth++
  }
  return null
}
