import { isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { Document } from 'yaml'
import type { z } from 'zod'

/** YAML as a schema wants it, or every fault as `name:line: where: what`. */
export type YamlReading<T> = { value: T } | { faults: string[] }

/** YAML as it stands, and where in its file each part of it begins. */
export interface ParsedYaml {
  value: unknown
  /** The line of the deepest part of the path that is there. */
  lineOf(path: readonly PropertyKey[]): number
}

/** What keeps a text from being YAML, and on which line. */
export interface YamlFault {
  line: number
  message: string
}

/**
 * Reads YAML. Aliases that would multiply without measure and nesting that has no end are faults like others.
 * @param firstLine  the line of the file on which the text begins
 */
export function parseYaml(text: string, firstLine = 1): { value: ParsedYaml } | { faults: YamlFault[] } {
  const lines = new LineCounter()
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1
  try {
    // its own search for keys that stand twice takes minutes where there are many
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const wrong = [
      ...document.errors.map(({ pos, message }) => ({ at: pos[0], message })),
      ...twins(document),
    ]
    if (wrong.length > 0)
      return {
        faults: wrong.map(({ at, message }) => ({
          line: lineAt(at),
          message: `not YAML: ${message.split('\n')[0]}`,
        })),
      }
    return { value: { value: document.toJS(), lineOf: (path) => lineAt(offsetOf(document, path)) } }
  } catch (error) {
    return { faults: [{ line: firstLine, message: `cannot be read: ${whyUnread(error)}` }] }
  }
}

/** Keys that stand in their map already. */
function twins(document: Document): { at: number; message: string }[] {
  const found: { at: number; message: string }[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) found.push({ at: key.range?.[0] ?? 0, message: 'Map keys must be unique' })
        seen.add(key.value)
      }
    },
  })
  return found
}

function whyUnread(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply; write it with fewer levels'
  if (error instanceof ReferenceError)
    return 'its aliases multiply without measure; write out what they stand for'
  throw error
}

/** Reads YAML and checks it. @param name  of the file, for messages */
export function readYaml<S extends z.ZodType>(
  schema: S,
  text: string,
  name: string,
  firstLine = 1,
): YamlReading<z.output<S>> {
  const read = parseYaml(text, firstLine)
  if ('faults' in read)
    return { faults: read.faults.map(({ line, message }) => `${name}:${line}: ${message}`) }
  const { value, lineOf } = read.value
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data }
  return {
    faults: parsed.error.issues.map(
      ({ path: at, message }) => `${name}:${lineOf(at)}: ${at.join('.') || 'the file'}: ${message}`,
    ),
  }
}
/** Where the deepest part of the path that stands in the file begins. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

const MOST_SHOWN = 5

/** Faults as one line for people. */
export function faultLine(faults: readonly string[]): string {
  const more = faults.length > MOST_SHOWN ? ` (and ${faults.length - MOST_SHOWN} more)` : ''
  return `${faults.slice(0, MOST_SHOWN).join(' · ')}${more}`
}
