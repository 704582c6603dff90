import type { RowEnds } from './cut-rows.ts'
import { FileError } from './file-error.ts'
import { ROW_LIMIT } from './held-bytes.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

const LF = 10
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Rows of JSON: the elements of the file's array, each with the comma or bracket after it. */
export interface JsonEnds extends RowEnds {
  /**
   * Called at the end of the file.
   * @throws {FileError} if the file is not one array
   * @returns the fault at the end of the array, if any
   */
  check(): CodedMessage | null
}

/** @param path the keys that lead to the array; by default it is the file's only one, alone or under one key */
export function jsonEnds(name: string, path?: readonly string[]): JsonEnds {
  let place: 'before' | 'within' | 'after' = 'before'
  let isRow = false
  let before = ''
  let after = ''
  /** Depth of the elements, and of the current byte. */
  let base = 0
  let depth = 0
  let inString = false
  let escaped = false
  let started = false
  const keys = new KeysBefore()

  function nextBefore(bytes: Buffer, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (path) keys.read(byte, depth, inString)
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) {
        inString = true
      } else if (byte === OPEN_LIST && (path ? keys.lead(path, depth) : depth < 2)) {
        before += bytes.toString('utf8', from, i + 1)
        base = ++depth
        place = 'within'
        return i + 1
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth++
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth--
      }
    }
    before += bytes.toString('utf8', from, to)
    if (before.length > ROW_LIMIT) throw new FileError(msg('no_array', { file: name }))
    return -1
  }

  function nextWithin(bytes: Buffer, from: number, to: number): number | { broken: CodedMessage } {
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
        else if (byte === LF) return { broken: msg('json_string_open') }
      } else if (byte === COMMA && depth === base) {
        return i + 1
      } else if (byte === CLOSE_LIST && depth === base) {
        place = 'after'
        return i + 1
      } else if (byte === QUOTE) {
        inString = started = true
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth++
        started = true
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth === base) return { broken: msg('json_bracket') }
        depth--
      } else if (byte > 32) {
        started = true
      }
    }
    return -1
  }

  return {
    next(bytes, from, to) {
      isRow = place === 'within'
      if (place === 'before') return nextBefore(bytes, from, to)
      if (place === 'within') return nextWithin(bytes, from, to)
      if (after.length < ROW_LIMIT) after += bytes.toString('utf8', from, to)
      return -1
    },
    reset() {
      depth = base
      inString = escaped = started = false
    },
    isRow: () => isRow,
    unfinished: () => (place === 'within' && started ? msg('json_ends_in_row') : null),
    patience: 4 * ROW_LIMIT,
    check() {
      if (place === 'before') throw new FileError(msg('no_array', { file: name }))
      if (place === 'within') return msg('json_ends_in_array')
      if (path && after.length >= ROW_LIMIT) return null
      return checkAround(`${before}]${after}`, path ? null : name)
    },
  }
}

/** @param onlyArrayOf the name of the file, if it must have one array only */
function checkAround(text: string, onlyArrayOf: string | null): CodedMessage | null {
  try {
    const file: unknown = JSON.parse(text)
    const arrays = Array.isArray(file) ? 1 : Object.values(file as object).filter(Array.isArray).length
    if (arrays === 1 || onlyArrayOf === null) return null
  } catch {
    return msg('json_after')
  }
  throw new FileError(msg('several_arrays', { file: onlyArrayOf! }))
}

const COLON = 58
const LONGEST_KEY = 100

/** The keys around the current byte of a JSON document. */
class KeysBefore {
  #keys: string[] = []
  #text = ''

  read(byte: number, depth: number, inString: boolean): void {
    if (inString) {
      if (byte !== QUOTE && this.#text.length < LONGEST_KEY) this.#text += String.fromCharCode(byte)
    } else if (byte === QUOTE) {
      this.#text = ''
    } else if (byte === COLON) {
      this.#keys.length = Math.min(this.#keys.length, depth)
      this.#keys[depth - 1] = this.#text
    }
  }

  /** Whether exactly these keys lead to the value that begins here. */
  lead(path: readonly string[], depth: number): boolean {
    return depth === path.length && path.every((key, i) => this.#keys[i] === key)
  }
}
