import { inOrderOfIds, compare, type Texts, type VoteTable } from '../../../shared/votes/vote-table.ts'
import type { Cluster } from '../../../shared/contracts/index.ts'

/** The place of each outcome code among the sorted names of outcomes. */
const OUTCOME_RANK = [1, 2, 3, 0]
/** The most keys that are sorted in one pass; and the most for which equal votes can be counted. */
const MOST_KEYS = 1 << 22
const MOST_COUNTED = 1 << 27

/** Compares names by UTF-16 code units, which is the same on every machine. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The place of each name among the sorted names that occur in the column; −1 for names that do not occur. */
export function ranksOf({ names, of }: Texts): { ranks: Int32Array; count: number } {
  const ranks = new Int32Array(names.length).fill(-1)
  for (const number of of) if (number >= 0) ranks[number] = 0
  const used = [...names.keys()].filter((number) => ranks[number] === 0)
  used.sort((a, b) => byCodeUnits(names[a], names[b])).forEach((number, rank) => (ranks[number] = rank))
  return { ranks, count: used.length }
}

/** Votes in order. With `counts`, equal votes are listed once, with their number. */
export interface Sorted {
  rows: Int32Array
  counts: Int32Array | null
}

/**
 * The votes sorted by id as strings. Votes with the same id are sorted by the names of A and B, by outcome, and by
 * prompt and voter if `cluster` uses them. So the input order never matters, and equal votes are adjacent.
 */
export function inCanonicalOrder(table: VoteTable, cluster: Cluster): Sorted {
  const { votes, ids } = table
  if (!ids) {
    const keys = keysOf(table, cluster)
    if (keys.length === 1) return counted(votes, keys[0])
    let rows = Int32Array.from({ length: votes }, (_, row) => row)
    for (const { key, range } of keys.reverse()) rows = sortedBy(rows, key, range)
    return { rows, counts: null }
  }
  const order = inOrderOfIds(ids, votes)
  let keys: Key[] | null = null
  const byKeys = (a: number, b: number) => {
    for (const { key } of (keys ??= keysOf(table, cluster))) if (key(a) !== key(b)) return key(a) - key(b)
    return 0
  }
  for (let from = 0, to = 1; from < votes; from = to++) {
    while (to < votes && compare(ids, order[from], order[to], 0) === 0) to++
    if (to - from > 1) order.subarray(from, to).sort(byKeys)
  }
  return { rows: order, counts: null }
}

interface Key {
  /** The key of a row, 0 … range − 1. */
  key: (row: number) => number
  range: number
}

/** The keys that order votes of one id, most important first. */
function keysOf(table: VoteTable, cluster: Cluster): Key[] {
  const { contestants, left, right, outcome, prompt, voter } = table
  const size = contestants.length
  const numbers = Int32Array.from(contestants.keys())
  const { ranks } = ranksOf({ names: contestants, of: numbers })
  const all = 4 * size * size
  const pair: Key[] =
    all <= (cluster === 'vote' ? MOST_COUNTED : MOST_KEYS)
      ? [
          {
            key: (row) => (ranks[left[row]] * size + ranks[right[row]]) * 4 + OUTCOME_RANK[outcome[row]],
            range: all,
          },
        ]
      : [
          { key: (row) => ranks[left[row]], range: size },
          { key: (row) => ranks[right[row]] * 4 + OUTCOME_RANK[outcome[row]], range: 4 * size },
        ]
  const clusters = {
    vote: [],
    prompt: [prompt],
    voter: [prompt, voter],
    both: [prompt, voter],
  }[cluster]
  return [...pair, ...clusters.flatMap(keyOf)]
}

/** A missing value comes first. */
function keyOf(texts: Texts): Key[] {
  const { of } = texts
  if (of.length === 0) return []
  const { ranks, count } = ranksOf(texts)
  return [{ key: (row) => (of[row] < 0 ? 0 : 1 + ranks[of[row]]), range: count + 1 }]
}

/** Sorts votes that differ in one key only. */
function counted(votes: number, { key, range }: Key): Sorted {
  const count = new Int32Array(range)
  for (let row = 0; row < votes; row++) count[key(row)]++
  let kinds = 0
  for (let value = 0; value < range; value++) if (count[value] > 0) kinds++
  const rows = new Int32Array(kinds)
  const counts = new Int32Array(kinds)
  let kind = 0
  for (let value = 0; value < range; value++) {
    if (count[value] === 0) continue
    counts[kind] = count[value]
    count[value] = kind++
  }
  for (let row = 0; row < votes; row++) rows[count[key(row)]] = row
  return { rows, counts }
}

/** A stable counting sort. */
function sortedBy(order: Int32Array, key: Key['key'], range: number): Int32Array<ArrayBuffer> {
  const next = new Int32Array(range + 1)
  for (const row of order) next[key(row) + 1]++
  for (let value = 0; value < range; value++) next[value + 1] += next[value]
  const sorted = new Int32Array(order.length)
  for (const row of order) sorted[next[key(row)]++] = row
  return sorted
}
