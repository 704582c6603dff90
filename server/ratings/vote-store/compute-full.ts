import { Lru } from '../../platform/lru.ts'
import { boardOf, type BoardOptions } from '../boards/board-of.ts'
import type { CountedVotes, VoterKind } from '../boards/count-votes.ts'
import { createHash, type Hash } from 'node:crypto'
import type { Board, Cluster } from '../../../shared/contracts/index.ts'
import { addLines, type Encoded } from '../boards/canonical-order.ts'
import { Ids, TextColumn, type Texts, type VoteTable } from '../../../shared/votes/vote-table.ts'
import type { VoteStore } from './vote-store.ts'
import type { Columns } from './stored-votes.ts'

/** Bits per pass of the sort. */
const BITS = 11
const KEYS = 1 << BITS

/** Rows in the order of their ids as strings: 1, 10, 100, 2. Ids are whole, from 0 to 10¹⁵. Linear in the rows. */
function inOrderOfIds(ids: Float64Array, rows: Int32Array): Int32Array {
  const ascending = byNumber(ids, rows)
  const runs = runsOfDigits(ids, ascending)
  const sorted = new Int32Array(rows.length)
  for (let place = 0; place < sorted.length; place++) {
    let first = runs[0]
    for (const run of runs) if (run.key < first.key) first = run
    sorted[place] = ascending[first.next++]
    first.key = keyAt(ids, ascending, first)
  }
  return sorted
}

/** Ids of equally many digits, which are in the same order as strings and as numbers. */
interface Run {
  next: number
  end: number
  /** The factor that gives an id as many digits as the longest. */
  scale: number
  /** The scaled id at `next`. Among equal values, the run with fewer digits comes first. */
  key: number
}

function keyAt(ids: Float64Array, rows: Int32Array, { next, end, scale }: Run): number {
  return next < end ? ids[rows[next]] * scale : Infinity
}

function runsOfDigits(ids: Float64Array, ascending: Int32Array): Run[] {
  const runs: Run[] = []
  for (let from = 0, digits = 1; from < ascending.length; digits++) {
    let end = from
    while (end < ascending.length && ids[ascending[end]] < 10 ** digits) end++
    const run = { next: from, end, scale: 10 ** (15 - digits), key: 0 }
    run.key = keyAt(ids, ascending, run)
    if (end > from) runs.push(run)
    from = end
  }
  return runs
}

/** A stable radix sort. Rows that are already in order are returned unchanged. */
function byNumber(ids: Float64Array, rows: Int32Array): Int32Array {
  let most = 0
  let isAscending = true
  for (let i = 0; i < rows.length; i++) {
    const id = ids[rows[i]]
    if (id < most) isAscending = false
    else most = id
  }
  if (isAscending) return rows
  let sorted = rows
  for (let scale = 1; scale <= most; scale *= KEYS) {
    const keyOf = (row: number) => Math.floor(ids[row] / scale) % KEYS
    const next = new Int32Array(KEYS + 1)
    for (const row of sorted) next[keyOf(row) + 1]++
    for (let key = 0; key < KEYS; key++) next[key + 1] += next[key]
    const moved = new Int32Array(rows.length)
    for (const row of sorted) moved[next[keyOf(row)]++] = row
    sorted = moved
  }
  return sorted
}

/** The state of the hash is stored after each portion of this many votes, to continue from there. */
const PORTION = 1 << 16

/**
 * The hash of a view's votes, as `votesSha256` defines it. Votes are in the order of their ids as strings, so a new vote
 * may come anywhere. The portions before the first change are not hashed again.
 */
class VotesHash {
  #rows: Int32Array = new Int32Array(0)
  /** The state of the hash after the first PORTION · i rows. */
  #states: Hash[] = []
  #stamp = ''

  /** @param stamp equal while no name has changed */
  of(votes: StoredRows, cluster: Cluster, stamp: string): string {
    const rows = inOrderOfIds(votes.columns.ids, votes.rows)
    const same = this.#stamp === `${cluster} ${stamp}` ? equalUntil(this.#rows, rows) : 0
    this.#states.length = Math.min(this.#states.length, Math.floor(same / PORTION) + 1)
    if (same === 0) this.#states = [createHash('sha256')]
    this.#rows = rows
    this.#stamp = `${cluster} ${stamp}`
    const encoded: Encoded = new Map()
    const identity = new Int32Array(PORTION).map((_, i) => i)
    for (let from = (this.#states.length - 1) * PORTION; ; from += PORTION) {
      const portion = rows.subarray(from, from + PORTION)
      const hash = this.#states.at(-1)!.copy()
      const sorted = { rows: identity.subarray(0, portion.length), counts: null }
      addLines(hash, tableOfRows({ ...votes, rows: portion }), sorted, cluster, encoded)
      if (portion.length < PORTION) return hash.digest('hex')
      this.#states.push(hash)
    }
  }
}

function equalUntil(before: Int32Array, now: Int32Array): number {
  const end = Math.min(before.length, now.length)
  for (let i = 0; i < end; i++) if (before[i] !== now[i]) return i
  return end
}

/** The input of a board with all its rounds, ready to be sent to another thread. */
export interface FullTask {
  counted: CountedVotes
  votes: StoredRows
  options: BoardOptions
  /** The votes with those in quarantine, to say how first place would stand; null: there are none. */
  withQuarantined: CountedVotes | null
  /** The votes without those of the judges of the family that has asked for them; null at first. */
  withoutFamily: CountedVotes | null
  /** Identifies the view and the arena. */
  key: string
  /** Equal while no name changes. */
  namesVersion: string
}

/** The cache holds the hashes of this many views. */
const CACHED_HASHES = 8
const hashes = new Lru<VotesHash>(CACHED_HASHES)

/** The number of a family among those in `options`, without whose judges the winner has to be computed again. */
export interface AskedFamily {
  family: number
}

export function computeFull({
  counted,
  votes,
  options,
  withQuarantined,
  withoutFamily,
  key,
  namesVersion,
}: FullTask): BoardText | AskedFamily {
  const hash = hashes.get(key) ?? new VotesHash()
  hashes.set(key, hash)
  let family = -1
  const board = boardOf(counted, hash.of(votes, counted.cluster, namesVersion), options, (judges) => {
    if (!withoutFamily) family = options.families!.findIndex((one) => one.judges === judges)
    return withoutFamily
  })
  if (family >= 0) return { family }
  if (!withQuarantined) return textOf(board)
  const { winner, deadHeatForFirst } = boardOf(withQuarantined, '', options)
  return textOf({ ...board, withQuarantined: { winner, deadHeatForFirst } })
}

/** Some rows of the store, with the columns that their hash and canonical order need. */
export interface StoredRows {
  columns: Pick<Columns, 'ids' | 'left' | 'right' | 'outcome' | 'prompt' | 'voter'>
  /** Names by number. */
  contestants: readonly (string | undefined)[]
  prompts: readonly (string | undefined)[]
  /** The group of each prompt, by number; null: no vote of these rows has one. */
  promptGroups: readonly (string | null)[] | null
  voters: readonly string[]
  /** By row of the store, 1 where a person voted; only of mixed votes, of which no others are voters. */
  byPerson: Uint8Array | null
  rows: Int32Array
}

/** @param cluster voters are left out if the hash does not need them */
export function storedRows(
  store: VoteStore,
  rows: Int32Array,
  cluster: Cluster,
  voterKind: VoterKind,
): StoredRows {
  const { columns, contestants, prompts, promptGroups, voterNames, groups } = store
  const { ids, left, right, outcome, prompt, voter } = columns
  const hasVoters = cluster === 'both' || cluster === 'voter'
  return {
    columns: { ids, left, right, outcome, prompt, voter },
    contestants: contestants.names,
    prompts: prompts.names,
    promptGroups: rows.some((row) => (promptGroups[prompt[row]] ?? null) !== null) ? promptGroups : null,
    voters: hasVoters ? voterNames : [],
    byPerson:
      hasVoters && voterKind === 'mixed'
        ? Uint8Array.from({ length: columns.rows }, (_, row) =>
            Number(groups.all[columns.group[row]].source === 'human'),
          )
        : null,
    rows,
  }
}

const ZERO = '0'.charCodeAt(0)

/** The votes of these rows as a table, in the same order. */
export function tableOfRows({
  columns,
  contestants,
  prompts,
  promptGroups,
  voters,
  byPerson,
  rows,
}: StoredRows): VoteTable {
  const ids = new Ids()
  const digits = new Uint8Array(16)
  rows.forEach((row, at) => {
    let from = digits.length
    for (let rest = columns.ids[row]; rest > 0 || from === digits.length; rest = Math.floor(rest / 10))
      digits[--from] = ZERO + (rest % 10)
    ids.addBytes(at, digits, from, digits.length)
  })
  return {
    votes: rows.length,
    ids: rows.length > 0 ? ids : null,
    contestants: contestants as readonly string[],
    left: rows.map((row) => columns.left[row]),
    right: rows.map((row) => columns.right[row]),
    outcome: Uint8Array.from(rows, (row) => columns.outcome[row]),
    prompt: { names: prompts as readonly string[], of: rows.map((row) => columns.prompt[row]) },
    ...(promptGroups && { promptGroup: groupsOf(promptGroups, columns.prompt, rows) }),
    voter: {
      names: voters,
      of:
        voters.length > 0
          ? rows.map((row) => (byPerson?.[row] === 0 ? -1 : columns.voter[row]))
          : new Int32Array(0),
    },
  }
}

function groupsOf(
  promptGroups: NonNullable<StoredRows['promptGroups']>,
  prompt: Int32Array,
  rows: Int32Array,
): Texts {
  const groups = new TextColumn()
  const numbers = promptGroups.map((group) => (group === null ? -1 : groups.number(group)))
  return { names: groups.names, of: rows.map((row) => numbers[prompt[row]] ?? -1) }
}

/** The limit, in steps of about a nanosecond, and the steps of a vote and of each three contestants. */
const SLOW_STEPS = 2e8
const STEPS_A_VOTE = 2500
const STEPS_OF_THREE = 20

/** Whether the board of these votes takes so long that another thread should compute it. The same on every machine. */
export const isSlowToCompute = ({ names, votes }: Pick<CountedVotes, 'names' | 'votes'>): boolean =>
  STEPS_OF_THREE * names.length ** 3 + STEPS_A_VOTE * votes > SLOW_STEPS

/** A board as it is stored and sent. */
export interface BoardText {
  board: string
  /** The strong ETag of the text. */
  etag: string
}

export function textOf(board: Board): BoardText {
  const text = JSON.stringify(board)
  return {
    board: text,
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
  }
}
