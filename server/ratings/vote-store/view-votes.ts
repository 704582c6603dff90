/** The votes of a view, from an arena's votes in memory to its board: which of them count, the same as a table, and what is computed from it. */
import type { Board } from '../../../shared/contracts/index.ts'
import { countsJudge } from '../../../shared/votes/judges-counted.ts'
import { BOTH_BAD, countPairs, take, type PairCounts } from '../../../shared/stats/fit/votes.ts'
import {
  IdColumn,
  picked,
  TextColumn,
  type Ids,
  type Texts,
  type VoteTable,
} from '../../../shared/votes/vote-table.ts'
import { strongEtag } from '../../platform/http/etag.ts'
import { postgresTimestamp } from '../../platform/postgres/rows.ts'
import type { BoardOptions } from '../boards/assemble-board.ts'
import { sourceVoterKind } from '../boards/count-votes.ts'
import { computeBoard } from '../compute-board.ts'
import { isOfSource, type ArenaView, type Stratum } from '../view.ts'
import { VoteStatus } from './stored-votes.ts'
import type { VoteStore } from './vote-store.ts'

/** What of a view decides which votes it includes. */
type VoteFilter = Pick<
  ArenaView,
  'source' | 'judges' | 'criterion' | 'category' | 'group' | 'since' | 'before'
>

/** Makes the function that says whether a view includes the vote in a row, whatever the vote's status is. */
function viewFilter(store: VoteStore, view: VoteFilter): (row: number) => boolean {
  const { columns, strata } = store
  const since = view.since ? postgresTimestamp(view.since) : -Infinity
  const before = view.before ? postgresTimestamp(view.before) : Infinity
  const hasMoreConditions =
    view.since !== null || view.before !== null || view.category !== null || view.group !== undefined
  // a view includes whole strata
  const strataIncluded: boolean[] = []
  const includes = (stratum: Stratum): boolean =>
    isOfSource(stratum, view.source) &&
    (stratum.judge === null || countsJudge(view.judges, stratum.judge)) &&
    (view.criterion === null || view.criterion === stratum.criterion)
  const isStratumIncluded = (number: number): boolean =>
    (strataIncluded[number] ??= includes(strata.all[number]))
  return (row) => {
    if (!isStratumIncluded(columns.stratum[row])) return false
    if (!hasMoreConditions) return true
    if (columns.castAt[row] < since || columns.castAt[row] >= before) return false
    if (view.group !== undefined && store.voterGroups[columns.voter[row]] !== view.group) return false
    return view.category === null || store.categories[columns.prompt[row]] === view.category
  }
}

/** The rows of a view, in the order in which they were read. */
interface ViewRows {
  /** Those of the votes that count, and of those in quarantine. */
  counted: Int32Array
  quarantined: Int32Array
  /** How many votes do not count, by reason. */
  excluded: { quarantined: number; leaked: number; overCap: number }
}

/** The votes of a view that count, and those in quarantine, in one scan of all votes. */
export function selectRows(store: VoteStore, view: VoteFilter): ViewRows {
  const { columns, statuses } = store
  const isIncluded = viewFilter(store, view)
  const rows = new Int32Array(columns.rows)
  const quarantined: number[] = []
  let [counted, leaked, overCap] = [0, 0, 0]
  for (let row = 0; row < rows.length; row++) {
    const status = statuses.of(row)
    if (status === VoteStatus.hidden || !isIncluded(row)) continue
    if (status === VoteStatus.counted) rows[counted++] = row
    else if (status === VoteStatus.quarantined) quarantined.push(row)
    else if (status === VoteStatus.leaked) leaked++
    else overCap++
  }
  return {
    counted: rows.slice(0, counted),
    quarantined: Int32Array.from(quarantined),
    excluded: { quarantined: quarantined.length, leaked, overCap },
  }
}

/** The rows of the votes that a view counts. */
export const countedRows = (store: VoteStore, view: VoteFilter): Int32Array => selectRows(store, view).counted

/** The votes in these rows, by default those that a view counts. */
export function viewTable(
  store: VoteStore,
  view: VoteFilter,
  rows: Int32Array = countedRows(store, view),
): VoteTable {
  const { columns, contestants, prompts, promptGroups, voterNames, strata } = store
  const prompt = take(columns.prompt, rows)
  // of all votes together, only people are voters
  const isVoter = strata.all.map(
    ({ source }) => sourceVoterKind(view.source) !== 'mixed' || source === 'human',
  )
  return {
    votes: rows.length,
    ids: rows.length > 0 ? decimalIds(columns.ids, rows) : null,
    contestants: contestants.names as readonly string[],
    left: take(columns.left, rows),
    right: take(columns.right, rows),
    outcome: Uint8Array.from(rows, (row) => columns.outcome[row]),
    prompt: { names: prompts.names as readonly string[], codes: prompt },
    ...(prompt.some((number) => (promptGroups[number] ?? null) !== null) && {
      promptGroup: promptGroupColumn(promptGroups, prompt),
    }),
    voter: {
      names: voterNames,
      codes: rows.map((row) => (isVoter[columns.stratum[row]] ? columns.voter[row] : -1)),
    },
  }
}

const ZERO = '0'.charCodeAt(0)

function decimalIds(numbers: Float64Array, rows: Int32Array): Ids {
  const ids = new IdColumn()
  const digits = new Uint8Array(16)
  rows.forEach((row, at) => {
    let from = digits.length
    for (let remaining = numbers[row]; remaining > 0 || from === digits.length;) {
      digits[--from] = ZERO + (remaining % 10)
      remaining = Math.floor(remaining / 10)
    }
    ids.addBytes(at, digits, from, digits.length)
  })
  return ids
}

function promptGroupColumn(promptGroups: readonly (string | null)[], prompt: Int32Array): Texts {
  const groups = new TextColumn()
  const numbers = promptGroups.map((group) => (group === null ? -1 : groups.number(group)))
  return { names: groups.names, codes: prompt.map((number) => numbers[number] ?? -1) }
}

/** The input of a board, ready to be sent to another thread. */
export interface BoardTask {
  /** The votes that count, and after them those in quarantine. */
  table: VoteTable
  counted: number
  options: BoardOptions
}

/** The board of the votes that count, and how first place stands with those in quarantine. */
export function liveBoard({ table, counted, options }: BoardTask): BoardText {
  if (counted === table.votes) return serialiseBoard(computeBoard(table, options))
  const rows = new Int32Array(counted).map((_, row) => row)
  const { state, leader, deadHeat } = computeBoard(table, options)
  return serialiseBoard({
    ...computeBoard(picked(table, rows), options),
    withQuarantined: { state, leader, deadHeat },
  })
}

/** The limit, in steps of about a nanosecond, and the steps of a vote and of each three contestants. */
const SLOW_STEPS = 2e8
const STEPS_A_VOTE = 25_000
const STEPS_OF_THREE = 20

/** Whether the board of so many votes and contestants takes so long that another thread should compute it. The same on every machine. */
export const isSlowToCompute = (votes: number, contestants: number): boolean =>
  STEPS_OF_THREE * contestants ** 3 + STEPS_A_VOTE * votes > SLOW_STEPS

/** A board as it is stored and sent. */
export interface BoardText {
  board: string
  /** The strong ETag of the text. */
  etag: string
}

export function serialiseBoard(board: Board): BoardText {
  const text = JSON.stringify(board)
  return { board: text, etag: strongEtag(text) }
}

/** The votes of each pair with a vote. `first` < `second` are places among the sorted names. */
export interface ViewPairs extends Omit<PairCounts, 'contestants'> {
  votes: number
  /** How many of the ties called both bad. */
  bothBad: Int32Array
}

/** Who beat whom how often in a view. */
export function countViewPairs(store: VoteStore, view: ArenaView): ViewPairs {
  const { columns } = store
  const rows = countedRows(store, view)
  const { place, sorted } = store.contestants
  const sortedPlaces = (column: Int32Array) => rows.map((row) => place[column[row]])
  const [left, right] = [sortedPlaces(columns.left), sortedPlaces(columns.right)]
  const outcome = Uint8Array.from(rows, (row) => columns.outcome[row])
  const { contestants, ...counts } = countPairs({ contestants: sorted.length, left, right, outcome })
  const pairKey = (a: number, b: number) => Math.min(a, b) * contestants + Math.max(a, b)
  const bad = new Map<number, number>()
  outcome.forEach((code, vote) => {
    if (code !== BOTH_BAD) return
    const key = pairKey(left[vote], right[vote])
    bad.set(key, (bad.get(key) ?? 0) + 1)
  })
  const bothBad = counts.first.map((first, pair) => bad.get(pairKey(first, counts.second[pair])) ?? 0)
  return { votes: rows.length, ...counts, bothBad }
}
