import {
  hasOutcome,
  OUTCOME_CODES,
  outcomeCode,
  outcomeWord,
  type ToldOutcomes,
} from '../../../shared/stats/outcome-words.ts'
import type { TextColumn } from '../../../shared/votes/vote-table.ts'
import { type PlainRows, ROW_LIMIT } from './row-ends.ts'
import {
  formOf,
  isName,
  LONGEST_NAME,
  probabilityField,
  sampleField,
  standsForEmpty,
  textField,
  timeField,
  unescaped,
} from './fields.ts'
import { isStorable } from '../../platform/storable.ts'
import { JUDGE_TYPES, type FileVotes } from './file-votes.ts'
import { isUtf8 } from 'node:buffer'

const LLM = JUDGE_TYPES.indexOf('llm')
/** A cell whose row is not plain. */
const ODD = -1
const NONE = 0
/** A cell of outcomes has what its text says by itself in the lower bits, and its number as a name above them. */
const WORD_BITS = 7
const WORD = 2 ** WORD_BITS - 1
const HAS_OUTCOME = Uint8Array.from({ length: OUTCOME_CODES }, (_, code) => Number(hasOutcome(code)))

/** A column of a file. Each distinct text is read once. */
interface Column {
  index: number
  cells: PlainCells
}

/** The texts of cells. A text becomes a name of the votes only with its first good row. */
class Names {
  #column: TextColumn
  #texts = new Map<string, number>()
  #numbers: number[] = []
  #list: string[] = []

  constructor(column: TextColumn) {
    this.#column = column
  }

  /** The numbers 1, 2, … by text, or by a form of it that several texts share. */
  read(text: string, form = text): number {
    const known = this.#texts.get(form) ?? this.#list.push(text)
    this.#texts.set(form, known)
    return known
  }

  number(known: number): number {
    return (this.#numbers[known] ??= this.#column.number(this.#list[known - 1]))
  }
}

/**
 * Reads votes directly from the bytes of plain rows of CSV and JSONL. Unusual and faulty rows are left to the general
 * reader. Their outcomes are codes, which the whole file settles.
 */
export class PlainVotes implements PlainRows {
  rows = 0
  #votes: FileVotes
  readonly told: ToldOutcomes | undefined
  #row: PlainCellsOfRow | null = null
  #contestants: Names
  #modelA!: Column
  #modelB!: Column
  #winner!: Column
  #judgeType: Column | null = null
  #order: Column | null = null
  #id = -1
  /** Has 1 where the row says how its pair was drawn. */
  #pairProbability: Column | null = null
  #time: Column | null = null
  /** Seconds since 1970, by the number that `#time` reads, minus 1. */
  #times: number[] = []
  #texts: { column: Column; names: Names; target: TextColumn }[] = []
  /** Columns that a vote does not store, but whose unusual cells make its row not plain. */
  #others: Column[] = []

  /** @param told what a user says that outcomes mean */
  constructor(votes: FileVotes, told?: ToldOutcomes) {
    this.#votes = votes
    this.told = told
    this.#contestants = new Names(votes.contestants)
  }

  /** Whether the columns of the file are those of votes. */
  get isReading(): boolean {
    return this.#row !== null
  }

  begin(header: readonly string[], separator: number | null): void {
    const columnIndex = (column: string) => header.indexOf(column)
    if (['model_a', 'model_b', 'winner'].some((column) => columnIndex(column) < 0)) return
    const read = (column: string, meaning: (text: string | null) => number): Column | null =>
      columnIndex(column) < 0 ? null : { index: columnIndex(column), cells: new PlainCells(meaning) }
    const contestant = (text: string | null) =>
      text !== null && isName(text) && isShort(text) && !standsForEmpty(text)
        ? this.#contestants.read(text, formOf(text))
        : ODD
    this.#modelA = read('model_a', contestant)!
    this.#modelB = read('model_b', contestant)!
    this.#winner = read('winner', (text) =>
      text === null
        ? ODD
        : outcomeWord(text, this.told) + (this.#contestants.read(text, formOf(text)) << WORD_BITS),
    )!
    this.#judgeType = read('judge_type', (text) =>
      JUDGE_TYPES.findIndex((type) => type === (text ?? 'human')),
    )
    this.#order = read('order', (text) => (text === null ? NONE : 1))
    this.#pairProbability = read('pair_probability', (text) => {
      const probability = probabilityField(text)
      return probability === undefined ? ODD : probability === null ? NONE : 1
    })
    this.#id = columnIndex('id')
    const { prompt, judge, criterion, category } = this.#votes
    for (const [name, target] of Object.entries({ question_id: prompt, judge, criterion, category })) {
      const names = new Names(target)
      const column = read(name, (text) =>
        text === null ? NONE : isStorable(text) && isShort(text) ? names.read(text) : ODD,
      )
      if (column) this.#texts.push({ column, names, target })
    }
    this.#time = read('tstamp', (text) => {
      const seconds = timeField(text)
      if (seconds === undefined) return ODD
      return seconds === null ? NONE : this.#times.push(seconds)
    })
    const sound = (isSound: (text: string) => boolean) => (text: string | null) =>
      text === null || isSound(text) ? NONE : ODD
    for (const column of [
      read(
        'pair_id',
        sound((text) => isStorable(text) && isShort(text)),
      ),
      read('language', sound(isStorable)),
      ...['sample_a', 'sample_b'].map((column) =>
        read(
          column,
          sound((text) => sampleField(text) !== undefined),
        ),
      ),
    ])
      if (column) this.#others.push(column)
    this.#row = separator === null ? new PlainJsonRow(header) : new PlainRow(header.length, separator)
  }

  take(bytes: Buffer, from: number, to: number): number {
    const row = this.#row
    if (!row) return from
    for (let at = from; ; this.rows++) {
      const end = row.scan(bytes, at, to)
      if (end < 0 || !this.#add(bytes, row)) return at
      at = end
    }
  }

  #add(bytes: Buffer, row: PlainCellsOfRow): boolean {
    const left = valueOf(this.#modelA, bytes, row)
    const right = valueOf(this.#modelB, bytes, row)
    const winner = valueOf(this.#winner, bytes, row)
    if (left === ODD || right === ODD || winner === ODD || left === right) return false
    const name = winner >> WORD_BITS
    const outcome = outcomeCode(winner & WORD, name === left ? 1 : name === right ? 2 : 0)
    if (HAS_OUTCOME[outcome] === 0) return false
    const judgeType = this.#judgeType ? valueOf(this.#judgeType, bytes, row) : 0
    if (judgeType === ODD) return false
    if (judgeType === LLM && this.#order && valueOf(this.#order, bytes, row) !== NONE) return false
    for (const { column } of this.#texts) if (valueOf(column, bytes, row) === ODD) return false
    for (const column of this.#others) if (valueOf(column, bytes, row) === ODD) return false
    const time = this.#time ? valueOf(this.#time, bytes, row) : NONE
    if (time === ODD) return false
    const isFocused = this.#pairProbability ? valueOf(this.#pairProbability, bytes, row) : NONE
    if (isFocused === ODD) return false
    if (this.#id >= 0 && row.ends[this.#id] - row.starts[this.#id] > LONGEST_NAME) return false

    const contestants = this.#contestants
    const vote = this.#votes.append(contestants.number(left), contestants.number(right), outcome, judgeType)
    if (isFocused !== NONE) this.#votes.focused.add(judgeType)
    if (time !== NONE) this.#votes.setTime(vote, this.#times[time - 1])
    for (const { column, names, target } of this.#texts) {
      const known = valueOf(column, bytes, row)
      if (known !== NONE) target.set(vote, names.number(known))
    }
    if (this.#id >= 0) this.#addId(vote, bytes, row.starts[this.#id], row.ends[this.#id])
    return true
  }

  #addId(vote: number, bytes: Buffer, from: number, to: number): void {
    if (isVisible(bytes[from]) && isVisible(bytes[to - 1])) {
      this.#votes.ids.addBytes(vote, bytes, from, to)
      return
    }
    const id = textField(unescaped(bytes.toString('utf8', from, to)))
    if (id !== null) this.#votes.ids.add(vote, id)
  }
}

const isShort = (text: string): boolean => text.length <= LONGEST_NAME

function valueOf({ index, cells }: Column, bytes: Buffer, row: PlainCellsOfRow): number {
  return cells.valueOf(bytes, row.starts[index], row.ends[index], row.hashes[index])
}

/** Whether an id with this first or last byte needs no change: no space to trim, no apostrophe for spreadsheets. */
const isVisible = (byte: number): boolean => byte > 32 && byte < 127 && byte !== 39

const [LF, CR, QUOTE] = [10, 13, 34]
/** The kinds of bytes. Anything above PLAIN needs a closer look. */
const [PLAIN, WIDE, MARK] = [0, 1, 2]

/** Where the cells of a row are in its bytes. */
interface PlainCellsOfRow {
  /** For each cell of the last row: its start and end without quotes, and its hash. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly hashes: Int32Array
  /** The index after the row that starts at `from`. −1 if it is not plain, or does not end before `to`. */
  scan(bytes: Buffer, from: number, to: number): number
}

/** Finds the cells of plain CSV rows, one row after the other. */
class PlainRow implements PlainCellsOfRow {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly hashes: Int32Array
  #kinds = new Uint8Array(256)
  #separator: number

  constructor(columns: number, separator: number) {
    this.starts = new Int32Array(columns)
    this.ends = new Int32Array(columns)
    this.hashes = new Int32Array(columns)
    this.#separator = separator
    this.#kinds.fill(WIDE, 128)
    for (const byte of [0, LF, CR, QUOTE, separator]) this.#kinds[byte] = MARK
  }

  /**
   * The index after the row that starts at `from`. −1 if it does not end before `to`, or has another number of cells.
   * Also −1 for a NUL, a quote within a cell, a line break within quotes, or invalid UTF-8.
   */
  scan(bytes: Buffer, from: number, to: number): number {
    const kinds = this.#kinds
    const columns = this.starts.length
    let column = 0
    let start = from
    let hash = startHash
    let isWide = false
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (kinds[byte] !== MARK) {
        if (kinds[byte] !== PLAIN) isWide = true
        hash = stepHash(hash, byte)
        continue
      }
      let end = i
      if (byte === QUOTE) {
        if (i !== start) return -1
        for (start = ++i; i < to && bytes[i] !== QUOTE; i++) {
          if (bytes[i] === LF || bytes[i] === 0) return -1
          if (kinds[bytes[i]] === WIDE) isWide = true
          hash = stepHash(hash, bytes[i])
        }
        end = i++
      }
      if (bytes[i] === CR) i++
      if (i >= to || column === columns) return -1
      const mark = bytes[i]
      if (mark !== LF && (mark !== this.#separator || bytes[i - 1] === CR)) return -1
      this.starts[column] = start
      this.ends[column] = end
      this.hashes[column++] = hash
      if (mark === LF) {
        const isFine = column === columns && i < from + ROW_LIMIT
        return isFine && (!isWide || isUtf8(bytes.subarray(from, i))) ? i + 1 : -1
      }
      start = i + 1
      hash = startHash
    }
    return -1
  }
}

const [SPACE, APOSTROPHE, BACKSLASH] = [32, 39, 92]
const [COMMA, MINUS, POINT, ZERO, NINE, COLON, BRACE, BRACE_END] = [44, 45, 46, 48, 57, 58, 123, 125]
const NULL = Buffer.from('null')
/** Numbers up to this length are written as JSON.stringify writes them. */
const LONGEST_NUMBER = 15
/** Of a number below 1: smaller ones are written with an exponent. */
const LONGEST_FRACTION = 6

/**
 * Finds the values of plain JSONL rows, one row after the other: objects with the keys of the first row, in its order,
 * whose values are texts without escapes, numbers and null.
 */
class PlainJsonRow implements PlainCellsOfRow {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly hashes: Int32Array
  #keys: Buffer[]
  #isWide = false

  constructor(keys: readonly string[]) {
    this.starts = new Int32Array(keys.length)
    this.ends = new Int32Array(keys.length)
    this.hashes = new Int32Array(keys.length)
    this.#keys = keys.map((key) => Buffer.from(JSON.stringify(key)))
  }

  /** The index after the row that starts at `from`. −1 if it is not plain, or does not end before `to`. */
  scan(bytes: Buffer, from: number, to: number): number {
    const keys = this.#keys
    let at = from
    this.#isWide = false
    for (let column = 0; column < keys.length; column++) {
      if (bytes[at] !== (column === 0 ? BRACE : COMMA)) return -1
      at = afterSpaces(bytes, at + 1)
      const key = keys[column]
      if (!isAt(bytes, at, key)) return -1
      at = afterSpaces(bytes, at + key.length)
      if (bytes[at] !== COLON) return -1
      at = this.#value(bytes, afterSpaces(bytes, at + 1), to, column)
      if (at < 0) return -1
      at = afterSpaces(bytes, at)
    }
    if (bytes[at] !== BRACE_END) return -1
    const last = bytes[at + 1] === CR ? at + 2 : at + 1
    if (last >= to || bytes[last] !== LF || last >= from + ROW_LIMIT) return -1
    return !this.#isWide || isUtf8(bytes.subarray(from, last)) ? last + 1 : -1
  }

  /** The index after a value; −1 if it is not plain. */
  #value(bytes: Buffer, from: number, to: number, column: number): number {
    if (bytes[from] === QUOTE) return this.#text(bytes, from + 1, to, column)
    if (isAt(bytes, from, NULL)) {
      this.#keep(column, from, from, startHash)
      return from + NULL.length
    }
    const end = numberEnd(bytes, from)
    if (end < 0) return -1
    let hash = startHash
    for (let i = from; i < end; i++) hash = stepHash(hash, bytes[i])
    this.#keep(column, from, end, hash)
    return end
  }

  #text(bytes: Buffer, from: number, to: number, column: number): number {
    // cells of tables lose an apostrophe that spreadsheets need
    if (bytes[from] === APOSTROPHE) return -1
    let hash = startHash
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (byte === QUOTE) {
        this.#keep(column, from, i, hash)
        return i + 1
      }
      if (byte < SPACE || byte === BACKSLASH) return -1
      if (byte > 127) this.#isWide = true
      hash = stepHash(hash, byte)
    }
    return -1
  }

  #keep(column: number, start: number, end: number, hash: number): void {
    this.starts[column] = start
    this.ends[column] = end
    this.hashes[column] = hash
  }
}

/** Bytes beyond those of the file are 0 or of an earlier row; the end of the row is checked at its end. */
function afterSpaces(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === SPACE) at++
  return at
}

function isAt(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false
  return true
}

/** The index after a number whose text is the one that JavaScript writes for it; −1 for anything else. */
function numberEnd(bytes: Buffer, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from
  let at = first
  while (isDigit(bytes[at])) at++
  const whole = at - first
  if (whole === 0 || (bytes[first] === ZERO && whole > 1)) return -1
  if (bytes[at] === POINT) {
    const point = at++
    while (isDigit(bytes[at])) at++
    const fraction = at - point - 1
    if (fraction === 0 || bytes[at - 1] === ZERO) return -1
    if (bytes[first] === ZERO && fraction > LONGEST_FRACTION) return -1
  } else if (bytes[first] === ZERO && first > from) return -1
  const next = bytes[at]
  const isEnd = next === COMMA || next === BRACE_END || next === SPACE
  return isEnd && at - from <= LONGEST_NUMBER ? at : -1
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE

const BASIS = 0x811c9dc5 | 0
const PRIME = 0x01000193

/** One step of FNV-1a; a cell's hash begins with `startHash`. */
const stepHash = (hash: number, byte: number): number => Math.imul(hash ^ byte, PRIME)
const startHash = BASIS

/**
 * The distinct cells of some columns, found by their bytes, each read once. `read` returns the number for a text, or
 * −1 if the row is not plain.
 */
class PlainCells {
  #read: (text: string | null) => number
  #slots = new Int32Array(256).fill(-1)
  #hashes = new Int32Array(128)
  #ends = new Uint32Array(128)
  #bytes = Buffer.alloc(4096)
  #count = 0
  #values: number[] = []

  constructor(read: (text: string | null) => number) {
    this.#read = read
  }

  /** The number for the cell bytes[from] … bytes[to − 1]. */
  valueOf(bytes: Buffer, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (; ; slot = (slot + 1) & mask) {
      const cell = this.#slots[slot]
      if (cell < 0) break
      if (this.#hashes[cell] === hash && this.#isSame(cell, bytes, from, to)) return this.#values[cell]
    }
    return this.#add(slot, bytes, from, to, hash)
  }

  #isSame(cell: number, bytes: Buffer, from: number, to: number): boolean {
    const start = cell === 0 ? 0 : this.#ends[cell - 1]
    if (this.#ends[cell] - start !== to - from) return false
    const known = this.#bytes
    for (let i = from, at = start; i < to; i++, at++) if (bytes[i] !== known[at]) return false
    return true
  }

  #add(slot: number, bytes: Buffer, from: number, to: number, hash: number): number {
    const value = this.#read(textField(unescaped(bytes.toString('utf8', from, to))))
    const start = this.#count === 0 ? 0 : this.#ends[this.#count - 1]
    if (start + to - from > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], 2 * (start + to - from))
    bytes.copy(this.#bytes, start, from, to)
    if (this.#count === this.#hashes.length) this.#grow()
    this.#slots[this.#count * 2 >= this.#slots.length ? this.#rehash(hash) : slot] = this.#count
    this.#hashes[this.#count] = hash
    this.#ends[this.#count++] = start + to - from
    this.#values.push(value)
    return value
  }

  #grow(): void {
    const hashes = new Int32Array(2 * this.#count)
    hashes.set(this.#hashes)
    this.#hashes = hashes
    const ends = new Uint32Array(2 * this.#count)
    ends.set(this.#ends)
    this.#ends = ends
  }

  /** Doubles the slots. Returns the free slot for a new cell with that hash. */
  #rehash(hash: number): number {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1)
    for (let cell = 0; cell < this.#count; cell++) this.#slots[this.#free(this.#hashes[cell])] = cell
    return this.#free(hash)
  }

  #free(hash: number): number {
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.#slots[slot] >= 0) slot = (slot + 1) & mask
    return slot
  }
}
