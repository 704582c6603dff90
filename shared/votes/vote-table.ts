/**
 * Votes as columns, from a file or from a database. Boards are computed from them. Each name is stored once, and
 * columns refer to it by number. The order of numbers has no meaning.
 */
import type { Outcome } from '../contracts/index.ts'
import type { VoteDetails } from '../contracts/votes.ts'

/** Outcomes by their code in `VoteTable.outcome`, the codes of shared/stats. */
export const OUTCOMES: readonly Outcome[] = ['left', 'right', 'tie', 'both_bad']

/** One vote as a row. */
export interface RatedVote {
  /** Unique among the votes of the view; '' if votes have none. */
  id: string
  contestantA: string
  contestantB: string
  /** `left` is contestantA. */
  outcome: Outcome
  prompt: string | null
  /** The group of the prompt: a document, a conversation, a topic or a template. Absent: none. */
  promptGroup?: string | null
  voter: string | null
}

export interface VoteTable {
  votes: number
  /** Null if no vote has an id. */
  ids: Ids | null
  contestants: readonly string[]
  /** The numbers of contestants A and B, and the code of the outcome. */
  left: Int32Array
  right: Int32Array
  outcome: Uint8Array
  prompt: Texts
  /** The group of each vote's prompt. Only if a vote of the view has one: then groups are units instead of prompts. */
  promptGroup?: Texts
  voter: Texts
  /** When each vote was cast, in seconds. Only if every vote has a time. */
  time?: Float64Array
  /** The other columns of each vote in a file. Only if requested. */
  details?: readonly VoteDetails[]
}

/** The columns of votes that are given as rows. */
export function columnsFromRows(votes: readonly RatedVote[]): VoteTable {
  const ids = new IdColumn()
  const [contestants, prompts, voters] = [new TextColumn(), new TextColumn(), new TextColumn()]
  const groups = new TextColumn()
  const left = new Int32Array(votes.length)
  const right = new Int32Array(votes.length)
  const outcome = new Uint8Array(votes.length)
  votes.forEach((vote, row) => {
    if (vote.id !== '') ids.add(row, vote.id)
    left[row] = contestants.number(vote.contestantA)
    right[row] = contestants.number(vote.contestantB)
    outcome[row] = OUTCOMES.indexOf(vote.outcome)
    if (vote.prompt !== null) prompts.set(row, prompts.number(vote.prompt))
    if (vote.promptGroup) groups.set(row, groups.number(vote.promptGroup))
    if (vote.voter !== null) voters.set(row, voters.number(vote.voter))
  })
  return {
    votes: votes.length,
    ids: ids.count > 0 ? ids : null,
    contestants: contestants.names,
    left,
    right,
    outcome,
    prompt: { names: prompts.names, codes: prompts.of(votes.length) },
    ...(groups.names.length > 0 && { promptGroup: { names: groups.names, codes: groups.of(votes.length) } }),
    voter: { names: voters.names, codes: voters.of(votes.length) },
  }
}

/** The given rows of a table, in this order and without times. */
export function picked(table: VoteTable, rows: Int32Array): VoteTable {
  const pickRows = <T extends Int32Array | Uint8Array>(column: T): T =>
    column.length === 0 ? column : ((rows as T).map((_, i) => column[rows[i]]) as T)
  const groups = table.promptGroup && {
    names: table.promptGroup.names,
    codes: pickRows(table.promptGroup.codes),
  }
  return {
    votes: rows.length,
    ids: table.ids && pickIds(table.ids, rows),
    contestants: table.contestants,
    left: pickRows(table.left),
    right: pickRows(table.right),
    outcome: Uint8Array.from(rows, (row) => table.outcome[row]),
    prompt: { names: table.prompt.names, codes: pickRows(table.prompt.codes) },
    ...(groups?.codes.some((group) => group >= 0) && { promptGroup: groups }),
    voter: { names: table.voter.names, codes: pickRows(table.voter.codes) },
    ...(table.details && { details: Array.from(rows, (row) => table.details![row]) }),
  }
}

/**
 * What the votes of a table share: their voters, or their prompts. Where a vote has a group, groups take the place of prompts,
 * and a prompt without one stands for itself; the names then say which is which.
 */
export function unitTexts({ votes, prompt, promptGroup, voter }: VoteTable, kind: 'prompt' | 'voter'): Texts {
  if (kind === 'voter') return voter
  if (!promptGroup) return prompt
  const named = prompt.codes.length > 0
  return {
    names: [
      ...promptGroup.names.map((name) => `group:${name}`),
      ...prompt.names.map((name) => `prompt:${name}`),
    ],
    codes: new Int32Array(votes).map((_, row) => {
      if (promptGroup.codes[row] >= 0) return promptGroup.codes[row]
      return named && prompt.codes[row] >= 0 ? promptGroup.names.length + prompt.codes[row] : -1
    }),
  }
}

/** One text or none for each row, with each distinct text stored once: `names[codes[row]]`. −1 means none. */
export interface Texts {
  names: readonly string[]
  /** One number for each row, or empty if no row has a text. */
  codes: Int32Array
}

/** Collects the texts of rows. */
export class TextColumn {
  readonly names: string[] = []
  #numbers = new Map<string, number>()
  #of = new Int32Array(0)
  #rows = 0

  /** The number of a name. A new name gets the next number. */
  number(name: string): number {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      this.#numbers.set(name, (number = this.names.length))
      this.names.push(name)
    }
    return number
  }

  /** Sets the name of a row. Rows must come in order; rows without a name can be skipped. */
  set(row: number, number: number): void {
    if (row >= this.#of.length) {
      const longer = new Int32Array(Math.max(1024, 2 * row)).fill(-1)
      longer.set(this.#of)
      this.#of = longer
    }
    this.#of[row] = number
    this.#rows = row + 1
  }

  /** The numbers of the first `rows` rows. Empty if none has a name. */
  of(rows: number): Int32Array {
    if (this.#rows === 0) return new Int32Array(0)
    if (rows > this.#of.length) this.set(rows - 1, -1)
    return this.#of.subarray(0, rows)
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
/** From this code unit on, UTF-8 and UTF-16 sort texts differently. */
const BEYOND = 0xee

/** The ids of rows as UTF-8 in one array. The id of row i is bytes[ends[i − 1]] … bytes[ends[i] − 1]. */
export interface Ids {
  bytes: Uint8Array
  ends: Uint32Array
  /** Later rows have none. */
  count: number
}

/** Where the id of a row is among the bytes; empty if it has none. */
export const idSpan = ({ ends, count }: Ids, row: number): [start: number, end: number] =>
  row >= count ? [0, 0] : [row === 0 ? 0 : ends[row - 1], ends[row]]

/** The id of a row; '' if it has none. */
export const idText = (ids: Ids, row: number): string =>
  decoder.decode(ids.bytes.subarray(...idSpan(ids, row)))

/** Collects the ids of rows. Rows must come in order; rows without an id can be skipped. */
export class IdColumn implements Ids {
  bytes = new Uint8Array(0)
  ends = new Uint32Array(0)
  count = 0

  /** Adds the id of a row as UTF-8 bytes. */
  addBytes(row: number, source: Uint8Array, from: number, to: number): void {
    const start = this.#reach(row, to - from)
    for (let i = from; i < to; i++) this.bytes[start + i - from] = source[i]
  }

  add(row: number, id: string): void {
    const source = encoder.encode(id)
    this.addBytes(row, source, 0, source.length)
  }

  /** Reserves space for an id of `length` bytes; returns its offset. */
  #reach(row: number, length: number): number {
    const start = this.count === 0 ? 0 : this.ends[this.count - 1]
    if (row >= this.ends.length) this.ends = longer(this.ends, new Uint32Array(2 * row + 1024))
    while (this.count < row) this.ends[this.count++] = start
    this.ends[row] = start + length
    this.count = row + 1
    if (start + length > this.bytes.length)
      this.bytes = longer(this.bytes, new Uint8Array(2 * (start + length) + 4096))
    return start
  }
}

/** The ids of the given rows, renumbered. */
export function pickIds(ids: Ids, rows: Int32Array): Ids {
  const picked = new IdColumn()
  rows.forEach((row, i) => {
    if (row < ids.count) picked.addBytes(i, ids.bytes, ...idSpan(ids, row))
  })
  return picked
}

function longer<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** The ids of so many rows, empty ones at the end. */
export function completeIds(ids: Ids, rows: number): Ids {
  if (ids.count >= rows) return ids
  const ends = new Uint32Array(rows).fill(ids.count === 0 ? 0 : ids.ends[ids.count - 1])
  ends.set(ids.ends.subarray(0, ids.count))
  return { bytes: ids.bytes, ends, count: rows }
}

/** The rows in the order of their ids, compared as strings. Rows with equal ids keep their order. */
export function inOrderOfIds(ids: Ids): Int32Array {
  const order = Int32Array.from({ length: ids.count }, (_, row) => row)
  if (isAscending(ids)) return order
  const used = ids.bytes.subarray(0, ids.ends[ids.count - 1])
  if (used.some((byte) => byte >= BEYOND)) return byText(ids, order)
  return order.sort((a, b) => compare(ids, a, b) || a - b)
}

function byText(ids: Ids, order: Int32Array): Int32Array {
  const texts = Array.from(order, (row) => idText(ids, row))
  return order.sort((a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : a - b))
}

function isAscending(ids: Ids): boolean {
  for (let row = 1; row < ids.count; row++) if (compare(ids, row - 1, row) > 0) return false
  return ids.bytes.subarray(0, ids.ends[ids.count - 1] ?? 0).every((byte) => byte < BEYOND)
}

/** Compares two ids byte by byte. */
export function compare({ bytes, ends }: Ids, a: number, b: number): number {
  let i = a === 0 ? 0 : ends[a - 1]
  let j = b === 0 ? 0 : ends[b - 1]
  for (; i < ends[a] && j < ends[b]; i++, j++) if (bytes[i] !== bytes[j]) return bytes[i] - bytes[j]
  return ends[a] - i - (ends[b] - j)
}
