/** Rows of votes that a file has more than once. */
import type { Warning } from '../../../shared/contracts/board.ts'
import type { VoteRow, RowWinner } from '../../../shared/contracts/votes.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import { quoted } from './fields.ts'
import { type FileVotes, type FoundRepeats, isOrdered, judgementKey } from './file-votes.ts'

/** So many different rows, each as often as the others, are no chance. */
const MIN_COPIED = 8
/** How many ids a warning names. */
const MAX_NAMED = 3

/** Whole numbers by hash, 0 at first: twelve bytes for a place of the table, where a Map takes five times as much and ends at 16 million. */
class HashCounts {
  /** 0: the place is free. */
  #hashes = new Float64Array(1024)
  #counts = new Int32Array(1024)
  size = 0

  get(hash: number): number {
    return this.#counts[this.#slot(hash)]
  }

  set(hash: number, count: number): void {
    const place = this.#slot(hash)
    this.#counts[place] = count
    if (this.#hashes[place] !== 0) return
    this.#hashes[place] = hash
    if (4 * ++this.size > 3 * this.#hashes.length) this.#grow()
  }

  /** Counts a hash once more. Returns how often it was counted before. */
  add(hash: number): number {
    const before = this.get(hash)
    this.set(hash, before + 1)
    return before
  }

  forEach(each: (hash: number, count: number) => void): void {
    this.#hashes.forEach((hash, place) => hash !== 0 && each(hash, this.#counts[place]))
  }

  #slot(hash: number): number {
    const last = this.#hashes.length - 1
    let place = hash & last
    while (this.#hashes[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & last
    return place
  }

  #grow(): void {
    const [hashes, counts] = [this.#hashes, this.#counts]
    this.#hashes = new Float64Array(2 * hashes.length)
    this.#counts = new Int32Array(2 * hashes.length)
    this.size = 0
    hashes.forEach((hash, place) => hash !== 0 && this.set(hash, counts[place]))
  }
}

/** A row by hashes of 53 bits. */
interface HashedRow {
  /** Null: it has none. */
  id: number | null
  /** Of all that makes two rows with the same id one vote. */
  content: number
  isTimed: boolean
  /** Whether equal rows without an id are hardly chance. */
  isTelling: boolean
}

/**
 * The one rule for repeated rows, of `rate` and of `import`. A row with the id and the content of an earlier one is the same
 * vote, and so is one with a time and no id that an earlier file has as often. All others are votes of their own; those
 * that may be copies are counted. Rows are known by hashes, so a count may be wrong by chance.
 */
export class RepeatCounts {
  /** Rows with the id and the content of an earlier one. */
  repeated = 0
  /** Rows with the id of an earlier one and another content, and the first of these ids. */
  #shared = 0
  readonly #ids: string[] = []
  /** Rows with a time and no id that an earlier file has. */
  #timed = 0
  /** By id: a part of the hash of its first content, which is never 0. */
  readonly #first = new HashCounts()
  /** Ids together with their further contents. */
  readonly #further = new HashCounts()
  /** Contents of rows without an id, in earlier files; those of a telling content are positive. */
  readonly #unnamed = { timed: new HashCounts(), untimed: new HashCounts() }
  #inFile = { timed: new HashCounts(), untimed: new HashCounts() }
  /** Files by the rows that have neither an id nor a time. */
  readonly #files = new Map<string, string>()
  readonly #alike: Warning[] = []

  add(row: VoteRow): void {
    const { id, tstamp, judge, judgeType, questionId, turn, criterion, pairId, order } = row
    const { modelA, modelB, winner, sampleA = 1, sampleB = 1 } = row
    const about = [tstamp, judge, judgeType, questionId, turn, criterion, pairId, order]
    const hashed = {
      id: id === null ? null : hashOfText(id),
      content: hashOfText(JSON.stringify([...about, modelA, modelB, winner, sampleA, sampleB])),
      isTimed: tstamp !== null,
      isTelling: tstamp !== null || (judge !== null && questionId !== null),
    }
    this.addHashed(hashed, () => id!)
  }

  /** Returns whether the row is the same vote as an earlier one. */
  addHashed({ id, content, isTimed, isTelling }: HashedRow, idText: () => string): boolean {
    if (id !== null) return this.#addNamed(id, content, idText)
    const when = isTimed ? 'timed' : 'untimed'
    const hash = isTelling ? content : -content
    const before = this.#inFile[when].add(hash)
    if (!isTimed || before >= this.#unnamed.timed.get(hash)) return false
    this.#timed++
    return true
  }

  #addNamed(id: number, content: number, idText: () => string): boolean {
    const [first, part] = [this.#first.get(id), content | 1]
    if (first === 0) this.#first.set(id, part)
    const isVote = first === part || (first !== 0 && this.#further.add(hashOfNumbers([id, content])) > 0)
    if (isVote) this.repeated++
    else if (first !== 0) {
      this.#shared++
      if (this.#ids.length < MAX_NAMED && !this.#ids.includes(idText())) this.#ids.push(idText())
    }
    return isVote
  }

  /** Ends a file. @param path of one that an equal file may be beside */
  endFile(path: string | null): void {
    const { timed, untimed } = this.#inFile
    const before = this.#unnamed
    this.#inFile = { timed: new HashCounts(), untimed: new HashCounts() }
    before.timed = merged(before.timed, timed, Math.max)
    const { count, isTelling, key } = summarizeRows(untimed)
    const like = path !== null && isTelling ? this.#files.get(key) : undefined
    if (like !== undefined)
      return void this.#alike.push(warning(msg('files_alike', { file: path!, like, count })))
    if (path !== null) this.#files.set(key, path)
    before.untimed = merged(before.untimed, untimed, (some, more) => some + more)
  }

  /** @param file its name, if several are read */
  warnings(file?: string): Warning[] {
    this.endFile(null)
    const of = (message: CodedMessage, count: number): Warning[] => {
      const named = file === undefined ? message : msg('of_file', { file, wrong: message })
      return count === 0 ? [] : [warning(named, { kind: message.code, count })]
    }
    const copied = this.#copied()
    return [
      ...this.#alike,
      ...of(msg('rows_repeated', { count: this.repeated }), this.repeated),
      ...of(msg('ids_shared', { count: this.#shared, ids: this.#ids.map(quoted) }), this.#shared),
      ...of(msg('times_repeated', { count: this.#timed }), this.#timed),
      ...of(msg('rows_copied', { count: copied }), copied),
    ]
  }

  /** How many rows without an id are equal to an earlier one, if that is no chance: all are, or they tell much. */
  #copied(): number {
    let [all, different, telling, times] = [0, 0, 0, 0]
    for (const counts of Object.values(this.#unnamed))
      counts.forEach((hash, count) => {
        all += count
        different++
        if (hash > 0) telling += count - 1
        times = divisor(count, times)
      })
    return times > 1 && different >= MIN_COPIED ? all - different : telling
  }
}

function merged(earlier: HashCounts, counts: HashCounts, both: (a: number, b: number) => number): HashCounts {
  if (earlier.size === 0) return counts
  counts.forEach((hash, count) => earlier.set(hash, both(count, earlier.get(hash))))
  return earlier
}

/** The rows of one file, in any order. `isTelling`: whether a file with the same ones is hardly chance. */
function summarizeRows(rows: HashCounts) {
  let [count, high, low, isTelling] = [0, 0, 0, rows.size >= MIN_COPIED]
  rows.forEach((hash, times) => {
    count += times
    high = (high + Math.imul(Math.floor(hash / 4294967296), times)) | 0
    low = (low + Math.imul(hash, times)) | 0
    isTelling ||= hash > 0
  })
  return { count, isTelling, key: [count, high, low].join() }
}

function divisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}

/**
 * Finds the repeated rows among votes that were read as columns. As in an arena, a copy of a file counts once.
 * Linear in the votes.
 */
export function findRepeats(file: FileVotes): FoundRepeats {
  const again = new Uint8Array(file.rows)
  const rowAt = hashedRows(file)
  const counts = new RepeatCounts()
  const paths = new Map<string, string>()
  const copies: Warning[] = []
  let row = 0
  for (const { path, id, end } of [...file.parts, { path: null, id: '', end: file.rows }]) {
    const of = paths.get(id)
    if (path !== null && of !== undefined) {
      copies.push(warning(msg('file_copied', { file: path, of })))
      again.fill(1, row, end)
      row = end
      continue
    }
    if (path !== null) paths.set(id, path)
    for (; row < end; row++) again[row] = Number(counts.addHashed(rowAt(row), () => file.ids.text(row)))
    counts.endFile(path)
  }
  return { again: again.includes(1) ? again : null, warnings: [...copies, ...counts.warnings()] }
}

function hashedRows({ ids, rows, left, right, winner, judgeType, time, samples, ...texts }: FileVotes) {
  const [prompt, judge, criterion] = [texts.prompt, texts.judge, texts.criterion].map((column) =>
    column.of(rows),
  )
  const columns = [left, right, winner, judgeType, prompt, judge, criterion].filter(
    ({ length }) => length > 0,
  )
  const numbers = new Float64Array(columns.length + 3)
  return (row: number): HashedRow => {
    const isTimed = !Number.isNaN(time[row] ?? NaN)
    columns.forEach((column, i) => (numbers[i] = column[row]))
    numbers.set([isTimed ? time[row] : -1, ...(samples.get(row) ?? [1, 1])], columns.length)
    const [from, to] = row < ids.count ? [ids.start(row), ids.ends[row]] : [0, 0]
    return {
      id: from === to ? null : hashOfNumbers(ids.bytes.subarray(from, to)),
      content: hashOfNumbers(numbers),
      isTimed,
      isTelling: isTimed || (prompt[row] >= 0 && judge[row] >= 0),
    }
  }
}

/** A number, and the two halves of its bits. */
const NUMBER = new Float64Array(1)
const HALVES = new Int32Array(NUMBER.buffer)

/** From 1 to 2^53. */
function hashOfNumbers(numbers: ArrayLike<number>): number {
  let [high, low] = SEEDS
  const mix = (part: number) => {
    high = Math.imul(high ^ part, 2654435761)
    low = Math.imul(low ^ part, 1597334677)
    high ^= high >>> 15
    low ^= low >>> 15
  }
  for (let i = 0; i < numbers.length; i++) {
    NUMBER[0] = numbers[i]
    mix(HALVES[0])
    mix(HALVES[1])
  }
  return fullHash(high, low)
}

/** From 1 to 2^53. */
function hashOfText(text: string): number {
  let [high, low] = SEEDS
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return fullHash(high, low)
}

const SEEDS = [0xdeadbeef, 0x41c6ce57]

/** 53 bits of two hashes of 32. */
function fullHash(high: number, low: number): number {
  const a = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const b = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 1 + 4294967296 * (2097151 & b) + (a >>> 0)
}

interface Merged<Row> {
  votes: Row[]
  /** The first rows of judgements in one order only, in a file that has both orders. They make no vote. */
  incomplete: Row[]
}

/**
 * Merges each LLM judgement asked in both orders into one vote. If both orders name the same winner, it wins; else
 * the vote is `tie_inconsistent`. A judgement is identified by judge, criterion, pair_id, question, turn and the pair
 * of names with their samples. If one order was asked several times, the majority of its rows is its verdict, else a tie. In a file with
 * one order for each judgement, and for people and results, each row stays a vote.
 */
export function mergeOrders<Row extends VoteRow>(rows: readonly Row[]): Merged<Row> {
  const judgements = new Map<string, Row[]>()
  for (const row of rows) if (isOrdered(row)) append(judgements, judgementKey(row), row)
  const judgedInBothOrders = new Set(
    [...judgements].filter(([, calls]) => ordersOf(calls).length > 1).map(([key]) => key),
  )
  if (judgedInBothOrders.size === 0) return { votes: [...rows], incomplete: [] }

  const merged: Merged<Row> = { votes: [], incomplete: [] }
  for (const row of rows) {
    if (!isOrdered(row)) {
      merged.votes.push(row)
      continue
    }
    const key = judgementKey(row)
    const calls = judgements.get(key)!
    if (calls[0] !== row) continue
    if (judgedInBothOrders.has(key)) merged.votes.push(mergeCalls(calls))
    else merged.incomplete.push(row)
  }
  return merged
}

function ordersOf(calls: readonly VoteRow[]): string[] {
  return [...new Set(calls.map(({ order }) => order!))]
}

/** The vote of a judgement, independent of the order of rows in the file. */
function mergeCalls<Row extends VoteRow>(calls: readonly Row[]): Row {
  const first = calls.reduce((low, call) => (precedes(call, low) ? call : low))
  const verdicts = ordersOf(calls).map((order) =>
    verdictOf(
      calls.filter((call) => call.order === order),
      first.modelA,
    ),
  )
  const [verdict] = verdicts
  const agree = verdicts.every((other) => other === verdict)
  return {
    ...first,
    order: null,
    winner: agree && verdict ? verdict : 'tie_inconsistent',
    // the confidence of one call does not hold for both
    ...(first.details && { details: { ...first.details, preferenceB: null } }),
  }
}

/** The verdict of one order, with `leftName` as `left`; null if its rows disagree. */
function verdictOf(calls: readonly VoteRow[], leftName: string): RowWinner | null {
  const counts = new Map<RowWinner, number>()
  for (const call of calls) {
    const winner = call.modelA === leftName ? call.winner : mirrored(call.winner)
    counts.set(winner, (counts.get(winner) ?? 0) + 1)
  }
  return [...counts].find(([, count]) => 2 * count > calls.length)?.[0] ?? null
}

function mirrored(winner: RowWinner): RowWinner {
  if (winner === 'left') return 'right'
  return winner === 'right' ? 'left' : winner
}

function precedes(a: VoteRow, b: VoteRow): boolean {
  if (a.id !== b.id) return (a.id ?? '') < (b.id ?? '')
  return a.modelA < b.modelA
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
