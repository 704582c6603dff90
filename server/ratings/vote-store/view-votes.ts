/** The votes of a view, from an arena's votes in memory to its board: which of them count, the same as a table, and what is computed from it. */
import type { Board } from '../../../shared/contracts/index.ts'
import { countsJudge } from '../../../shared/votes/judges-counted.ts'
import { BOTH_BAD, countPairs, type PairCounts } from '../../../shared/stats/fit/votes.ts'
import { Ids, TextColumn, type Texts, type VoteTable } from '../../../shared/votes/vote-table.ts'
import { strongEtag } from '../../platform/http/etag.ts'
import { postgresTimestamp } from '../../platform/postgres/rows.ts'
import type { BoardOptions } from '../boards/assemble-board.ts'
import { sourceVoterKind } from '../boards/count-votes.ts'
import { computeBoard } from '../compute-board.ts'
import { isOfSource, type ArenaView, type Stratum } from '../view.ts'
import { type Columns, VoteStatus } from './stored-votes.ts'
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

/** Votes of a view, ready to be sent to another thread, which shares the columns. */
export interface SelectedVotes {
  /** The source of the view. */
  source: string
  columns: Pick<Columns, 'ids' | 'left' | 'right' | 'outcome' | 'prompt' | 'voter' | 'stratum'>
  /** Names by number. */
  contestants: readonly (string | undefined)[]
  prompts: readonly (string | undefined)[]
  promptGroups: readonly (string | null)[]
  voters: readonly string[]
  strata: readonly Pick<Stratum, 'source' | 'judge'>[]
  /** The rows of the votes that count. */
  rows: Int32Array
  /** The rows of the votes in quarantine. */
  quarantined: Int32Array
  /** How many votes do not count, by reason. */
  excluded: { quarantined: number; leaked: number; overCap: number }
}

/** The votes of a view that count, and those in quarantine, in one scan of all votes. */
export function selectVotes(store: VoteStore, view: VoteFilter): SelectedVotes {
  const { columns, statuses, contestants, prompts, promptGroups, voterNames, strata } = store
  const { ids, left, right, outcome, prompt, voter, stratum } = columns
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
    source: view.source,
    columns: { ids, left, right, outcome, prompt, voter, stratum },
    contestants: contestants.names,
    prompts: prompts.names,
    promptGroups,
    voters: voterNames,
    strata: strata.all.map(({ source, judge }) => ({ source, judge })),
    rows: rows.slice(0, counted),
    quarantined: Int32Array.from(quarantined),
    excluded: { quarantined: quarantined.length, leaked, overCap },
  }
}

/** The rows of the votes that a view counts, in the order in which they were read. */
export const countedRows = (store: VoteStore, view: VoteFilter): Int32Array => selectVotes(store, view).rows

const ZERO = '0'.charCodeAt(0)

/** The selected votes as a table, in the same order. */
export function voteTable(votes: SelectedVotes): VoteTable {
  const { source, columns, contestants, prompts, promptGroups, voters, strata, rows } = votes
  const ids = new Ids()
  const digits = new Uint8Array(16)
  rows.forEach((row, at) => {
    let from = digits.length
    for (
      let remaining = columns.ids[row];
      remaining > 0 || from === digits.length;
      remaining = Math.floor(remaining / 10)
    )
      digits[--from] = ZERO + (remaining % 10)
    ids.addBytes(at, digits, from, digits.length)
  })
  // of all votes together, only people are voters
  const isVoter = strata.map((stratum) => sourceVoterKind(source) !== 'mixed' || stratum.source === 'human')
  return {
    votes: rows.length,
    ids: rows.length > 0 ? ids : null,
    contestants: contestants as readonly string[],
    left: rows.map((row) => columns.left[row]),
    right: rows.map((row) => columns.right[row]),
    outcome: Uint8Array.from(rows, (row) => columns.outcome[row]),
    prompt: { names: prompts as readonly string[], codes: rows.map((row) => columns.prompt[row]) },
    ...(rows.some((row) => (promptGroups[columns.prompt[row]] ?? null) !== null) && {
      promptGroup: promptGroupColumn(promptGroups, columns.prompt, rows),
    }),
    voter: {
      names: voters,
      codes: rows.map((row) => (isVoter[columns.stratum[row]] ? columns.voter[row] : -1)),
    },
  }
}

function promptGroupColumn(
  promptGroups: SelectedVotes['promptGroups'],
  prompt: Int32Array,
  rows: Int32Array,
): Texts {
  const groups = new TextColumn()
  const numbers = promptGroups.map((group) => (group === null ? -1 : groups.number(group)))
  return { names: groups.names, codes: rows.map((row) => numbers[prompt[row]] ?? -1) }
}

/** The input of a board, ready to be sent to another thread. */
export interface BoardTask {
  votes: SelectedVotes
  options: BoardOptions
}

/** The board of the votes that count, and how first place stands with those in quarantine. */
export function liveBoard({ votes, options }: BoardTask): BoardText {
  const boardFromVotes = (selected: SelectedVotes) => computeBoard(voteTable(selected), options)
  const board = boardFromVotes(votes)
  if (votes.quarantined.length === 0) return serialiseBoard(board)
  const rows = Int32Array.from([...votes.rows, ...votes.quarantined])
  const { state, leader, deadHeat } = boardFromVotes({ ...votes, rows })
  return serialiseBoard({ ...board, withQuarantined: { state, leader, deadHeat } })
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
