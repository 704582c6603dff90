/** Rows of votes that a file has more than once. */
import type { Warning } from '../../../shared/contracts/board.ts'
import type { VoteRow, RowWinner } from '../../../shared/contracts/votes.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import { compare, type Ids } from '../../../shared/votes/vote-table.ts'
import { type FileVotes, type FoundRepeats, isOrdered } from './file-votes.ts'

/** So many different rows, each as often as the others, are no chance. */
const FEWEST_COPIED = 8

/** Hashes of rows, eight bytes each. */
class Hashes {
  #values = new Float64Array(1024)
  #count = 0

  add(hash: number): void {
    if (this.#count === this.#values.length) {
      const longer = new Float64Array(2 * this.#count)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.#count++] = hash
  }

  /**
   * How many hashes there are, how many different ones, and how many odd ones are equal to an earlier one. `times` is the
   * largest number by which the frequency of each can be divided.
   */
  summary(): { all: number; different: number; odd: number; times: number } {
    const all = this.#count
    const sorted = this.#values.subarray(0, all).sort()
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
}

/** Counts the repeated rows of one file. Rows are known by hashes of 52 bits, so a count may be wrong by chance. */
export class RepeatCounts {
  /** Of rows with an id: the hash of the id, and that of id and content. */
  readonly #ids = new Hashes()
  readonly #named = new Hashes()
  /** Of rows without an id: the hash of the content. It is odd if equal rows are hardly chance. */
  readonly #unnamed = new Hashes()

  add(row: VoteRow): void {
    const { id, tstamp, judge, judgeType, questionId, turn, criterion, pairId, order } = row
    const { modelA, modelB, winner, sampleA = 1, sampleB = 1 } = row
    const of = [tstamp, judge, judgeType, questionId, turn, criterion, pairId, order]
    const content = JSON.stringify([...of, modelA, modelB, winner, sampleA, sampleB])
    if (id === null) return this.addUnnamed(hashOf(content), isTelling(row))
    this.#ids.add(hashOf(id))
    this.#named.add(hashOf(`${id} ${content}`))
  }

  addUnnamed(hash: number, isTelling: boolean): void {
    this.#unnamed.add(hash - (hash % 2) + Number(isTelling))
  }

  /** @param file its name, if several are read */
  warnings(file?: string): Warning[] {
    const [ids, named] = [this.#ids.summary(), this.#named.summary()]
    const repeated = named.all - named.different
    return repeatWarnings(
      { named: repeated, shared: named.different - ids.different, unnamed: this.unnamed() },
      file,
    )
  }

  /** How many rows without an id are equal to an earlier one, if that is no chance. */
  unnamed(): number {
    const { all, different, times, odd } = this.#unnamed.summary()
    return times > 1 && different >= FEWEST_COPIED ? all - different : odd
  }
}

const isTelling = ({ tstamp, judge, questionId }: VoteRow): boolean =>
  tstamp !== null || (judge !== null && questionId !== null)

function divisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}

function repeatWarnings(
  { named, shared, unnamed }: { named: number; shared: number; unnamed: number },
  file?: string,
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
    ...one(msg('rows_repeated', { count: named }), named),
    ...one(msg('ids_shared', { count: shared }), shared),
    ...one(msg('rows_copied', { count: unnamed }), unnamed),
  ]
}

/** Finds the repeated rows among votes that were read as columns. Linear in the votes, but for sorting numbers. */
export function repeatsIn(file: FileVotes): FoundRepeats {
  const { ids, rows } = file
  const content = contentIn(file)
  const named = Math.min(ids.count, rows)
  const counts = new RepeatCounts()
  const [prompt, judge] = [file.prompt.of(rows), file.judge.of(rows)]
  for (let row = 0; row < rows; row++) {
    if (row < named && ids.ends[row] > ids.start(row)) continue
    const isKnown = prompt.length > 0 && judge.length > 0 && prompt[row] >= 0 && judge[row] >= 0
    counts.addUnnamed(content.hash(row), isKnown || !Number.isNaN(file.time[row] ?? NaN))
  }
  const { again, ...found } = ascend(ids, named)
    ? { again: null, named: 0, shared: 0 }
    : namedRepeats(ids, named, rows, content)
  return { again, warnings: repeatWarnings({ ...found, unnamed: counts.unnamed() }) }
}

/** Whether each of the first ids is above the one before. */
function ascend(ids: Ids, count: number): boolean {
  for (let row = 1; row < count; row++) if (compare(ids, row - 1, row, 0) >= 0) return false
  return true
}

/** The content of rows: what makes two rows with the same id one vote. */
interface Content {
  hash(row: number): number
  isSame(row: number, other: number): boolean
  key(row: number): string
}

function contentIn(file: FileVotes): Content {
  const { left, right, winner, judgeType, rows, time, samples } = file
  const columns = [
    left,
    right,
    winner,
    judgeType,
    ...[file.prompt, file.judge, file.criterion]
      .map((column) => column.of(rows))
      .filter(({ length }) => length > 0),
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
    hash(row) {
      let [high, low] = SEEDS
      for (const column of columns) {
        high = Math.imul(high ^ column[row], 2654435761)
        low = Math.imul(low ^ column[row], 1597334677)
        low ^= low >>> 15
      }
      if (row < time.length || samples.size > 0) return hashOf(key(row))
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

function namedRepeats({ bytes, ends }: Ids, count: number, rows: number, content: Content) {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 2))
  const slots = new Int32Array(size).fill(-1)
  const again = new Uint8Array(rows)
  /** The contents of rows whose id an earlier row has with other content. */
  const others = new Set<string>()
  let named = 0
  for (let row = 0; row < count; row++) {
    const from = row === 0 ? 0 : ends[row - 1]
    const to = ends[row]
    if (from === to) continue
    let hash = SEEDS[0]
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 16777619)
    let slot = (hash ^ (hash >>> 15)) & (size - 1)
    for (; slots[slot] >= 0; slot = (slot + 1) & (size - 1)) {
      const other = slots[slot]
      const start = other === 0 ? 0 : ends[other - 1]
      let i = 0
      while (i < to - from && bytes[from + i] === bytes[start + i]) i++
      if (ends[other] - start === to - from && i === to - from) break
    }
    const first = slots[slot]
    if (first < 0) {
      slots[slot] = row
      continue
    }
    const key = content.isSame(row, first) ? null : `${first} ${content.key(row)}`
    if (key !== null && others.size !== others.add(key).size) continue
    again[row] = 1
    named++
  }
  return { again: named > 0 ? again : null, named, shared: others.size }
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
  for (const row of rows) if (isOrdered(row)) append(judgements, judgementOf(row), row)
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
    const key = judgementOf(row)
    const calls = judgements.get(key)!
    if (calls[0] !== row) continue
    if (judgedInBothOrders.has(key)) merged.votes.push(mergeCalls(calls))
    else merged.incomplete.push(row)
  }
  return merged
}

function judgementOf(row: VoteRow): string {
  const { judge, criterion, pairId, questionId, turn, modelA, modelB, sampleA = 1, sampleB = 1 } = row
  const names = modelA < modelB ? [modelA, modelB, sampleA, sampleB] : [modelB, modelA, sampleB, sampleA]
  return JSON.stringify([judge, criterion, pairId, questionId, turn, names])
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
