import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import type { z } from 'zod'
import { messagesOfIssue, msg, type AnyMessage, type CodedMessage } from '../../shared/messages/index.ts'

/** A value that fits the schema, or every fault as `name:line: where: what`. */
type YamlReading<T> = { value: T } | { faults: CodedMessage[] }

/** A parsed YAML value, and the line on which each of its parts begins. */
interface ParsedYaml {
  value: unknown
  /** The line of the deepest existing part of the path. */
  findLine(path: readonly PropertyKey[]): number
}

/** A fault that makes a text invalid YAML, with its line. */
interface YamlFault {
  line: number
  wrong: CodedMessage
}

/**
 * Reads YAML. Aliases that expand too far and nesting that is too deep are reported as faults.
 * @param firstLine the line of the file on which the text begins
 */
export function parseYaml(text: string, firstLine = 1): { value: ParsedYaml } | { faults: YamlFault[] } {
  const lines = new LineCounter()
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1
  try {
    // the parser's own check for duplicate keys takes minutes on maps with many keys
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const deep = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
    // what the parser says beside it only follows from it
    if (deep)
      return {
        faults: [{ line: lineAt(deep.pos[0]), wrong: msg('not_read', { why: TOO_DEEP }) }],
      }
    const wrong = [
      ...document.errors.map(({ pos, message, code }) => ({
        position: pos[0],
        wrong: msg('not_yaml', { why: message.split('\n')[0], fault: code }),
      })),
      ...findFaults(document),
    ]
    if (wrong.length > 0)
      return {
        faults: wrong.map(({ position, wrong: what }) => ({ line: lineAt(position), wrong: what })),
      }
    return { value: { value: document.toJS(), findLine: (path) => lineAt(findOffset(document, path)) } }
  } catch (error) {
    return { faults: [{ line: firstLine, wrong: msg('not_read', { why: whyUnread(error) }) }] }
  }
}

/** Duplicate keys of maps, and aliases without an anchor above them. */
function findFaults(document: Document): { position: number; wrong: CodedMessage }[] {
  const faults: { position: number; wrong: CodedMessage }[] = []
  const add = (position: number | undefined, why: AnyMessage) =>
    faults.push({ position: position ?? 0, wrong: msg('not_yaml', { why, fault: '' }) })
  const anchors = new Set<string>()
  visit(document, {
    Value(_, node) {
      if (node.anchor) anchors.add(node.anchor)
      if (!isMap(node)) return
      const visited = new Set<unknown>()
      for (const { key } of node.items) {
        if (!isScalar(key)) continue
        if (visited.has(key.value)) add(key.range?.[0], 'a key appears twice')
        visited.add(key.value)
      }
    },
    Alias(_, { source, range }) {
      // the parser itself reports an alias without a name
      if (source !== '' && !anchors.has(source)) add(range?.[0], msg('alias_unresolved', { name: source }))
    },
  })
  return faults
}

const TOO_DEEP = 'it is nested too deeply; use fewer levels'

function whyUnread(error: unknown): string {
  if (error instanceof RangeError) return TOO_DEEP
  if (error instanceof ReferenceError)
    return 'its aliases expand to too many values; write out what they stand for'
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
    return {
      faults: read.faults.map(({ line, wrong }) => msg('at_place', { place: `${name}:${line}`, wrong })),
    }
  const { value, findLine } = read.value
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return { value: parsed.data }
  return {
    faults: parsed.error.issues
      .flatMap((issue) => messagesOfIssue(issue))
      .map(({ path, message }) =>
        msg('at_place', {
          place: `${name}:${findLine(path)}`,
          wrong: msg('at_place', { place: path.join('.') || 'the file', wrong: message }),
        }),
      ),
  }
}

/** The offset of the deepest part of the path that the file has. */
function findOffset(document: Document, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

const MAX_SHOWN = 5

export const faultLine = (faults: readonly CodedMessage[]): CodedMessage =>
  msg('several', { all: faults.slice(0, MAX_SHOWN), more: Math.max(0, faults.length - MAX_SHOWN) })
