/** Rows of votes that a file has more than once. */
import type { Warning } from '../../../shared/contracts/board.ts'
import type { VoteRow, RowWinner } from '../../../shared/contracts/votes.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import { compare, type Ids } from '../../../shared/votes/vote-table.ts'
import { quoted } from './fields.ts'
import { ExchangedSides, type FileVotes, type FoundRepeats, isOrdered, judgementKey } from './file-votes.ts'

/** So many different rows, each as often as the others, are no chance. */
const MIN_COPIED = 8
/** How many ids a warning names. */
const MAX_NAMED = 3

/**
 * How many hashes there are, how many different ones, and how many odd ones are equal to an earlier one. `times` is the
 * largest number by which the frequency of each can be divided.
 */
function summaryOf(hashes: readonly number[]) {
  const all = hashes.length
  const sorted = Float64Array.from(hashes).sort()
  let [different, odd, times, start] = [0, 0, 0, 0]
  for (let i = 1; i <= all; i++) {
    if (i < all && sorted[i] === sorted[start]) continue
    times = divisor(i - start, times)
    if (sorted[start] % 2 === 1) odd += i - start - 1
    different++
    start = i
  }
  return { all, different, odd, times }
}

/** The content that each id had first, both as hashes: twelve bytes for a place of the table. */
class FirstContents {
  /** 0: the place is free. */
  #ids = new Float64Array(1024)
  #contents = new Int32Array(1024)
  #count = 0

  /** The content that came first with this id; null: it is new, and has this content from now on. */
  of(hash: number, content: number): number | null {
    if (4 * this.#count > 3 * this.#ids.length) this.#grow()
    const [id, place] = [hash + 1, this.#placeOf(hash + 1)]
    if (this.#ids[place] === id) return this.#contents[place]
    this.#ids[place] = id
    this.#contents[place] = content
    this.#count++
    return null
  }

  #placeOf(id: number): number {
    const last = this.#ids.length - 1
    let place = id & last
    while (this.#ids[place] !== 0 && this.#ids[place] !== id) place = (place + 1) & last
    return place
  }

  #grow(): void {
    const [ids, contents] = [this.#ids, this.#contents]
    this.#ids = new Float64Array(2 * ids.length)
    this.#contents = new Int32Array(2 * ids.length)
    ids.forEach((id, from) => {
      if (id === 0) return
      const place = this.#placeOf(id)
      this.#ids[place] = id
      this.#contents[place] = contents[from]
    })
  }
}

/** Counts rows whose id an earlier row has. */
class NamedRepeats {
  /** Rows with the content of an earlier row, too: the same vote. */
  repeated = 0
  /** Rows with a content of their own. */
  shared = 0
  /** The first ids of these. */
  readonly ids: string[] = []
  readonly #others = new FirstContents()

  /**
   * Counts a row that has the id of an earlier one.
   * @param isFirst whether it has the content that came first with this id
   * @param key of id and content
   * @returns whether it is the same vote as an earlier row
   */
  add(id: () => string, isFirst: boolean, key: () => string): boolean {
    if (isFirst || this.#others.of(hashOf(key()), 0) !== null) {
      this.repeated++
      return true
    }
    this.shared++
    if (this.ids.length < MAX_NAMED && !this.ids.includes(id())) this.ids.push(id())
    return false
  }
}

/** Counts the repeated rows of one file. Rows are known by hashes of 52 bits, so a count may be wrong by chance. */
export class RepeatCounts {
  readonly #first = new FirstContents()
  readonly #named = new NamedRepeats()
  /** Of rows without an id: the hash of the content. It is odd if equal rows are hardly chance. */
  readonly #unnamed: number[] = []

  readonly #exchanged = new ExchangedSides()

  add(row: VoteRow): void {
    this.#exchanged.add(row)
    const { id, tstamp, judge, judgeType, questionId, turn, criterion, pairId, order } = row
    const { modelA, modelB, winner, sampleA = 1, sampleB = 1 } = row
    const of = [tstamp, judge, judgeType, questionId, turn, criterion, pairId, order]
    const content = JSON.stringify([...of, modelA, modelB, winner, sampleA, sampleB])
    if (id === null) return this.addUnnamed(hashOf(content), isTelling(row))
    const hash = hashOf(content) | 0
    const first = this.#first.of(hashOf(id), hash)
    if (first !== null)
      this.#named.add(
        () => id,
        first === hash,
        () => `${id} ${content}`,
      )
  }

  /** How many rows have the id and the content of an earlier one. */
  get repeated(): number {
    return this.#named.repeated
  }

  addUnnamed(hash: number, isTelling: boolean): void {
    this.#unnamed.push(hash - (hash % 2) + Number(isTelling))
  }

  /** @param file its name, if several are read */
  warnings(file?: string, orders = 'merge'): Warning[] {
    const unsaid = file === undefined || orders !== 'merge' ? [] : this.#exchanged.warnings(file)
    return [...repeatWarnings(this.#named, this.unnamed(), file), ...unsaid]
  }

  /** How many rows without an id are equal to an earlier one, if that is no chance. */
  unnamed(): number {
    const { all, different, times, odd } = summaryOf(this.#unnamed)
    return times > 1 && different >= MIN_COPIED ? all - different : odd
  }
}

const isTelling = ({ tstamp, judge, questionId }: VoteRow): boolean =>
  tstamp !== null || (judge !== null && questionId !== null)

function divisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}

function repeatWarnings(
  { repeated, shared, ids }: Pick<NamedRepeats, 'repeated' | 'shared' | 'ids'>,
  unnamed: number,
  file?: string,
  timed = 0,
): Warning[] {
  const one = (message: CodedMessage, count: number): Warning[] =>
    count === 0
      ? []
      : [
          warning(file === undefined ? message : msg('of_file', { file, wrong: message }), {
            kind: message.code,
            count,
          }),
        ]
  return [
    ...one(msg('rows_repeated', { count: repeated }), repeated),
    ...one(msg('ids_shared', { count: shared, ids: ids.map(quoted) }), shared),
    ...one(msg('times_repeated', { count: timed }), timed),
    ...one(msg('rows_copied', { count: unnamed }), unnamed),
  ]
}

/**
 * Finds the repeated rows among votes that were read as columns. As in an arena, a copy of a file counts once, and so do
 * equal rows with an id, or with a time and in several files. Linear in the votes, but for sorting numbers.
 */
export function findRepeats(file: FileVotes): FoundRepeats {
  const { ids, rows, parts } = file
  const content = contentIn(file)
  const again = new Uint8Array(rows)
  const warnings = markCopies(parts, again)
  const named = namedRepeats(ids, again, content)
  const isUnnamed = (row: number) => again[row] === 0 && !(row < ids.count && ids.ends[row] > ids.start(row))
  const timed = markTimed(file, again, content, isUnnamed)
  const counts = new RepeatCounts()
  const earlier: RowsOfFile[] = []
  let from = 0
  for (const { path, end } of [...parts, { path: null, end: rows }]) {
    const own = path === null ? null : new RowsOfFile(path)
    for (let row = from; own && row < end; row++)
      if (isUnnamed(row) && !content.isTimed(row)) own.add(content.hash(row), content.isKnown(row))
    const like = own && earlier.find((one) => one.isLike(own))
    if (like)
      warnings.push(warning(msg('files_alike', { file: own.path, like: like.path, count: own.count })))
    else if (own) earlier.push(own)
    for (let row = from; row < end; row++) {
      const isTimed = content.isTimed(row)
      if (isUnnamed(row) && (isTimed || !like))
        counts.addUnnamed(content.hash(row), isTimed || content.isKnown(row))
    }
    from = end
  }
  warnings.push(...repeatWarnings(named, counts.unnamed(), undefined, timed))
  return { again: again.includes(1) ? again : null, warnings }
}

/** Marks the rows of each file that equals an earlier one byte for byte. */
function markCopies(parts: FileVotes['parts'], again: Uint8Array): Warning[] {
  const known = new Map<string, string>()
  let from = 0
  return parts.flatMap(({ path, id, end }) => {
    const of = known.get(id)
    if (of === undefined) known.set(id, path)
    else again.fill(1, from, end)
    from = end
    return of === undefined ? [] : [warning(msg('file_copied', { file: path, of }))]
  })
}

/** The rows of one file that have neither an id nor a time, in any order. */
class RowsOfFile {
  readonly path: string
  count = 0
  #high = 0
  #low = 0
  /** Whether a file with the same rows is hardly chance. */
  #isTelling = false
  readonly #some = new Set<number>()

  constructor(path: string) {
    this.path = path
  }

  add(hash: number, isKnown: boolean): void {
    this.count++
    this.#high = (this.#high + Math.floor(hash / 4294967296)) | 0
    this.#low = (this.#low + hash) | 0
    if (this.#some.size < MIN_COPIED) this.#some.add(hash)
    this.#isTelling ||= isKnown || this.#some.size === MIN_COPIED
  }

  isLike(other: RowsOfFile): boolean {
    const isSame = this.count === other.count && this.#high === other.#high && this.#low === other.#low
    return isSame && this.#isTelling
  }
}

/** Marks rows that have a time and no id, and that an earlier file has as often. Returns how many. */
function markTimed(
  { rows, time, parts }: FileVotes,
  again: Uint8Array,
  content: Content,
  isUnnamed: (row: number) => boolean,
): number {
  if (parts.length < 2 || time.length === 0) return 0
  const firstOf = firstEqual(rows, content.isSame)
  /** By the first of equal rows: how often a file before has it, how often the newest so far, and which that is. */
  const [before, now, newest] = [new Int32Array(rows), new Int32Array(rows), new Int32Array(rows)]
  let [count, part] = [0, 0]
  for (let row = 0; row < rows; row++) {
    while (part < parts.length && row >= parts[part].end) part++
    if (!isUnnamed(row) || !content.isTimed(row)) continue
    const first = firstOf(row, content.hash(row))
    if (newest[first] !== part) {
      before[first] = Math.max(before[first], now[first])
      now[first] = 0
      newest[first] = part
    }
    if (++now[first] > before[first]) continue
    again[row] = 1
    count++
  }
  return count
}

/** Whether each of the first ids is above the one before. */
function ascend(ids: Ids, count: number): boolean {
  for (let row = 1; row < count; row++) if (compare(ids, row - 1, row) >= 0) return false
  return true
}

/** The content of rows: what makes two rows with the same id one vote. */
interface Content {
  hash(row: number): number
  isSame(row: number, other: number): boolean
  key(row: number): string
  isTimed(row: number): boolean
  /** Whether it has a prompt and a judge. */
  isKnown(row: number): boolean
}

function contentIn(file: FileVotes): Content {
  const { left, right, winner, judgeType, rows, time, samples } = file
  const [prompt, judge] = [file.prompt.of(rows), file.judge.of(rows)]
  const columns = [
    left,
    right,
    winner,
    judgeType,
    ...[prompt, judge, file.criterion.of(rows)].filter(({ length }) => length > 0),
  ]
  const isSame = (row: number, other: number): boolean =>
    columns.every((column) => column[row] === column[other]) &&
    Object.is(time[row] ?? NaN, time[other] ?? NaN) &&
    String(samples.get(row) ?? '') === String(samples.get(other) ?? '')
  const key = (row: number): string =>
    [...columns.map((column) => column[row]), time[row] ?? NaN, samples.get(row) ?? ''].join()
  return {
    isSame,
    key,
    isTimed: (row) => !Number.isNaN(time[row] ?? NaN),
    isKnown: (row) => prompt.length > 0 && judge.length > 0 && prompt[row] >= 0 && judge[row] >= 0,
    hash(row) {
      let [high, low] = SEEDS
      for (const column of columns) {
        high = Math.imul(high ^ column[row], 2654435761)
        low = Math.imul(low ^ column[row], 1597334677)
        low ^= low >>> 15
      }
      if (time.length > 0 || samples.size > 0) return hashOf(key(row))
      return mixed(high, low)
    },
  }
}

const SEEDS = [0xdeadbeef, 0x41c6ce57]

/** 53 bits of two hashes of 32. */
function mixed(high: number, low: number): number {
  const a = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const b = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

function hashOf(text: string): number {
  let [high, low] = SEEDS
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return mixed(high, low)
}

/** Finds the first of the rows that are equal to a row. @param rows how many rows may come, in ascending order */
function firstEqual(rows: number, isEqual: (row: number, other: number) => boolean) {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * rows + 2))).fill(-1)
  const last = slots.length - 1
  return (row: number, hash: number): number => {
    let slot = (hash ^ (hash >>> 15)) & last
    while (slots[slot] >= 0 && !isEqual(row, slots[slot])) slot = (slot + 1) & last
    if (slots[slot] < 0) slots[slot] = row
    return slots[slot]
  }
}

/** Marks rows with the id and the content of an earlier row. */
function namedRepeats(ids: Ids, again: Uint8Array, content: Content): NamedRepeats {
  const { bytes, ends } = ids
  const count = Math.min(ids.count, again.length)
  const found = new NamedRepeats()
  if (ascend(ids, count)) return found
  const firstOf = firstEqual(count, (row, other) => {
    const [from, start] = [ids.start(row), ids.start(other)]
    const length = ends[row] - from
    let i = 0
    while (i < length && bytes[from + i] === bytes[start + i]) i++
    return i === length && ends[other] - start === length
  })
  for (let row = 0; row < count; row++) {
    const [from, to] = [ids.start(row), ends[row]]
    if (from === to || again[row] === 1) continue
    let hash = SEEDS[0]
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 16777619)
    const first = firstOf(row, hash)
    if (first === row) continue
    const isAgain = found.add(
      () => ids.text(row),
      content.isSame(row, first),
      () => `${first} ${content.key(row)}`,
    )
    if (isAgain) again[row] = 1
  }
  return found
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
