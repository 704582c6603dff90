/** Checks what Postgres can store as text and as JSON. */
import { msg, type CodedMessage } from '../../shared/messages/index.ts'

/** Deeper JSON is refused: reading and writing it takes one step of the stack for each level. */
const DEEPEST = 100

/** Whether Postgres can store the text: it has no NUL and no half surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A value that cannot be stored, and its path. In the path, U+FFFD replaces characters that cannot be stored. */
interface Unstorable {
  path: (string | number)[]
  wrong: CodedMessage
}

/** The first text or key of a parsed value that Postgres cannot store, or the first part that is nested too deeply. */
export function findUnstorable(value: unknown): Unstorable | null {
  const open: { value: unknown; path: (string | number)[] }[] = [{ value, path: [] }]
  for (let part = open.pop(); part; part = open.pop()) {
    const { value: node, path } = part
    if (typeof node === 'string' && !isStorable(node))
      return { path, wrong: msg('text_unstorable', { of: 'text' }) }
    if (typeof node !== 'object' || node === null) continue
    if (path.length >= DEEPEST)
      return { path: path.slice(0, 3), wrong: msg('nested_over', { most: DEEPEST }) }
    if (Array.isArray(node)) {
      for (let i = node.length - 1; i >= 0; i--)
        if (mayFail(node[i])) open.push({ value: node[i], path: [...path, i] })
      continue
    }
    for (const [key, inner] of Object.entries(node).reverse()) {
      if (!isStorable(key))
        return { path: [...path, displayKey(key)], wrong: msg('text_unstorable', { of: 'key' }) }
      if (mayFail(inner)) open.push({ value: inner, path: [...path, key] })
    }
  }
  return null
}

/** Most parts are valid texts and numbers, for which no path is built. */
const mayFail = (value: unknown): boolean =>
  typeof value === 'string' ? !isStorable(value) : typeof value === 'object' && value !== null

const displayKey = (key: string): string => key.toWellFormed().replaceAll('\0', '\ufffd').slice(0, 60)

/**
 * Replaces characters that Postgres cannot store by U+FFFD: NUL in any text, lone surrogates in JSON.
 * @param value plain data; texts at any depth are changed, names of fields are not
 */
export function toStorable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed() as T
  if (Array.isArray(value)) return value.map((item: unknown) => toStorable(item)) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toStorable(item)])) as T
}
