import { PEOPLE } from '../../../shared/contracts/source.ts'
import {
  type Board,
  type FigureDifference,
  type Warning,
  sourceOfJudge,
} from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { planSeal } from '../../platform/seal.ts'
import { METHODS, parseViewDate, recomputeBoard } from '../../ratings/index.ts'
import { METHOD_VERSION } from '../../../shared/stats/board/estimates.ts'
import { FileError } from '../formats/fields.ts'
import { countsJudge } from '../../../shared/votes/judges-counted.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { chooseVotes } from '../formats/choose-votes.ts'
import { FileVotes } from '../formats/file-votes.ts'

/** Whether a board follows from its votes. */
export interface Verification {
  agrees: boolean
  /** The number of votes of the board's view in the file. */
  votes: number
  votesSha256: string
  /** How many figures and words were compared. */
  compared: number
  differences: FigureDifference[]
  warnings: Warning[]
}

interface VerifyOptions {
  /** The version of the code that recomputes. */
  version: string
  onProgress?: (share: number) => void
}

/** The most rounds that `rate` offers. */
const MAX_ROUNDS = 100_000

/**
 * Recomputes a board from a file of votes, with the settings that the board states: view, seed, rounds, unit, ties,
 * intervals, anchor, baseline. Facts that votes do not contain (contestants without votes, lengths, costs, counts of
 * excluded votes) are taken from the board. Its warnings are not compared. Takes as long as computing the board.
 * @throws {FileError} when the board has settings that no board can have
 */
export function verifyBoard(
  snapshot: Board,
  rows: readonly VoteRow[],
  { version, onProgress }: VerifyOptions,
): Verification {
  if (snapshot.rounds < 0 || snapshot.rounds > MAX_ROUNDS)
    throw new FileError(msg('snapshot_rounds', { rounds: snapshot.rounds, most: MAX_ROUNDS }))
  if (!(METHODS as readonly string[]).includes(snapshot.method))
    throw new FileError(msg('snapshot_method', { method: snapshot.method, methods: METHODS.join(', ') }))
  const recomputed = recompute(snapshot, rows, onProgress)
  const { methodVersion = 1 } = snapshot
  const isOfOtherMethod = methodVersion !== METHOD_VERSION
  const differences = isOfOtherMethod
    ? differencesBetween(boardCounts(snapshot), boardCounts(recomputed))
    : differencesBetween(snapshot, recomputed)
  const decision = decisionFaults(snapshot, rows)
  differences.push(...decision.faults)
  const later = differences.length > 0 ? castLater(rows, snapshot) : 0
  return {
    agrees: differences.length === 0,
    votes: recomputed.votes,
    votesSha256: recomputed.votesSha256,
    compared: countFigures(isOfOtherMethod ? boardCounts(snapshot) : snapshot),
    differences,
    warnings: [
      ...(snapshot.version === version ? [] : [otherVersion(snapshot.version, version)]),
      ...(isOfOtherMethod
        ? [warning(msg('other_method_version', { made: methodVersion, own: METHOD_VERSION }))]
        : []),
      ...(later > 0 ? [laterVotes(later)] : []),
      ...(decision.isOfOtherVotes ? [warning(msg('decided_on_other_votes'))] : []),
    ],
  }
}

/**
 * What is wrong about the seal and the decision of a board: a seal that is not that of its plan, a day or a level that the plan does
 * not have, and a record that does not follow from the first votes of the file. Votes that were taken back or added since make
 * them others; then the record cannot be checked.
 */
function decisionFaults(
  snapshot: Board,
  rows: readonly VoteRow[],
): { faults: FigureDifference[]; isOfOtherVotes: boolean } {
  const { decides } = snapshot
  if (!decides) return { faults: [], isOfOtherVotes: false }
  const { plan, seal, votes, at, changed, decided } = decides
  const isSealedNow = decided !== null && changed.every((change) => change.at <= decided.at)
  const faults = [
    ...compare('decides.seal', seal, planSeal(plan)),
    ...compare('decides', { votes, at }, plan.decides),
    ...compare('level', snapshot.level, plan.level),
    ...(isSealedNow ? compare('decides.decided.seal', decided.seal, seal) : []),
    ...(decided?.looks === 'one' && changed.some((change) => change.at <= decided.at)
      ? compare('decides.decided.looks', decided.looks, 'any')
      : []),
  ]
  if (decided === null || plan.view.source !== 'humans') return { faults, isOfOtherVotes: false }
  const { criterion } = plan.view
  const first = rows
    .filter((row) => row.judgeType === 'human' && (criterion === null || row.criterion === criterion))
    .toSorted((a, b) => (a.tstamp ?? 0) - (b.tstamp ?? 0) || Number(a.id) - Number(b.id))
    .slice(0, decided.votes)
  const view = { source: PEOPLE, criterion, category: null, from: null, to: null }
  const { withQuarantined: _, ...rest } = snapshot
  const again = recompute({ ...rest, view, looks: decided.looks, decides: undefined }, first, undefined)
  const isOfOtherVotes = again.votesSha256 !== decided.votesSha256
  if (isOfOtherVotes) return { faults, isOfOtherVotes }
  const decidedFigures = ({ state, leader, deadHeat, votes: count }: Board | typeof decided) => ({
    state,
    leader,
    deadHeat,
    votes: count,
  })
  return {
    faults: [...faults, ...compare('decides.decided', decidedFigures(decided), decidedFigures(again))],
    isOfOtherVotes,
  }
}

/** What does not depend on the method: the votes, their hash, and the record of each contestant, by name. */
function boardCounts({ votes, votesSha256, contestants }: Board): Counted {
  const rows = contestants.map(({ name, ...row }) => ({
    name,
    votes: row.votes,
    wins: row.wins,
    losses: row.losses,
    ties: row.ties,
    bothBad: row.bothBad,
  }))
  return { votes, votesSha256, contestants: rows.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** Whether a board counts exactly these votes, by their number and hash. Much faster than `verifyBoard`. */
export function countsVotes(snapshot: Board, rows: readonly VoteRow[]): boolean {
  const { votes, votesSha256 } = recompute({ ...snapshot, rounds: 0 }, rows, undefined)
  return votes === snapshot.votes && votesSha256 === snapshot.votesSha256
}

function recompute(
  snapshot: Board,
  rows: readonly VoteRow[],
  onProgress: VerifyOptions['onProgress'],
): Board {
  try {
    return recomputeBoard(snapshot, (view) => votesOfBoard(rows, { ...snapshot, view }), onProgress)
  } catch (error) {
    if (error instanceof RangeError)
      throw new FileError(msg('snapshot_not_recomputed', { why: error.message }))
    throw error
  }
}

const otherVersion = (made: string, current: string): Warning =>
  warning(msg('other_version', { made, own: current }))

const laterVotes = (count: number): Warning => warning(msg('later_votes', { count }), { count })

/** A board, or its counts. */
interface Counted {
  votes: number
  votesSha256: string
  contestants: { name: string }[]
}

/** Fields that no votes file contains, or that do not affect the numbers. */
const NOT_COMPARED = new Set([
  'version',
  'computedAt',
  'warnings',
  'excluded',
  'withQuarantined',
  'voterCap',
  'contestants',
])
/** Fields that all others are computed from; they are compared first. */
const FIRST = ['votes', 'votesSha256']

/**
 * Every figure in which two boards differ: counts and hash first, then the other fields, then row by row. There is no
 * tolerance.
 */
export function differencesBetween(snapshot: Counted, recomputed: Counted): FigureDifference[] {
  const heads = [...FIRST, ...unionKeys(snapshot, recomputed).filter((key) => !FIRST.includes(key))]
  const inHeads = heads
    .filter((key) => !NOT_COMPARED.has(key))
    .flatMap((key) => compare(key, snapshot[key as keyof Counted], recomputed[key as keyof Counted]))
  return [...inHeads, ...differencesOfRows(snapshot.contestants, recomputed.contestants)]
}

function differencesOfRows(
  snapshot: Counted['contestants'],
  recomputed: Counted['contestants'],
): FigureDifference[] {
  const before = new Map(snapshot.map((row) => [row.name, row]))
  const after = new Map(recomputed.map((row) => [row.name, row]))
  const order = compare('order of contestants', [...before.keys()], [...after.keys()])
  const rows = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [stored, again] = [before.get(name), after.get(name)]
    if (!stored || !again)
      return [{ what: name, snapshot: stored ? 'listed' : null, recomputed: again ? 'listed' : null }]
    // boards of before give no reason
    const keys = unionKeys(stored, again).filter((key) => key !== 'reason' || key in stored)
    return keys.flatMap((key) =>
      compare(key, stored[key as keyof typeof stored], again[key as keyof typeof again]).map((part) => ({
        ...part,
        what: `${part.what} of ${name}`,
      })),
    )
  })
  return before.size < snapshot.length
    ? [
        { what: 'contestants listed twice', snapshot: snapshot.length - before.size, recomputed: 0 },
        ...order,
        ...rows,
      ]
    : [...order, ...rows]
}

function compare(what: string, snapshot: unknown, recomputed: unknown): FigureDifference[] {
  if (isStructure(snapshot) && isStructure(recomputed)) {
    const step = Array.isArray(snapshot)
      ? (key: string) => `${what}[${key}]`
      : (key: string) => `${what}.${key}`
    return unionKeys(snapshot, recomputed).flatMap((key) =>
      compare(step(key), snapshot[key], recomputed[key]),
    )
  }
  // JSON knows no −0
  return snapshot === recomputed ? [] : [{ what, snapshot: snapshot ?? null, recomputed: recomputed ?? null }]
}

function isStructure(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function unionKeys(firstObject: object, secondObject: object): string[] {
  return [...new Set([...Object.keys(firstObject), ...Object.keys(secondObject)])]
}

/** The number of figures and words of a board that are compared. */
function countFigures(board: Counted): number {
  const leaves = (value: unknown): number =>
    isStructure(value) ? Object.values(value).reduce<number>((sum, part) => sum + leaves(part), 0) : 1
  return Object.entries(board).reduce(
    (sum, [key, value]) => (NOT_COMPARED.has(key) && key !== 'contestants' ? sum : sum + leaves(value)),
    0,
  )
}

/**
 * The votes of a file that a board counts: those of its view, chosen by the same rules as when the board was made.
 * @throws {FileError} when the board is limited to a period and a row has no time
 */
function votesOfBoard(rows: readonly VoteRow[], { view, orders, voterCap }: Board): VoteTable {
  const { source, criterion, category, judge = null, judges } = view
  const isVoter = judge !== null && source === sourceOfJudge(judge)
  const { votes } = chooseVotes(
    FileVotes.of(
      withinSpan(
        rows.filter(
          ({ judgeType, judge: voter }) =>
            (source !== 'all' || (judgeType !== 'simulated' && judgeType !== 'live')) &&
            (judgeType !== 'llm' || voter === null || countsJudge(judges, voter)),
        ),
        view,
      ),
    ),
    {
      criterion,
      category,
      source: source === 'all' || isVoter ? null : source,
      judge,
      orders: orders ?? 'merge',
      voterCap,
    },
  )
  return votes
}

function withinSpan(rows: readonly VoteRow[], { from, to }: Board['view']): readonly VoteRow[] {
  const since = parseViewDate(from, 0)
  const before = parseViewDate(to, 1)
  if (!since && !before) return rows
  const undated = rows.find(({ tstamp }) => tstamp === null)
  if (undated) throw new FileError(msg('vote_without_time', { line: undated.line }))
  return rows.filter(({ tstamp }) => {
    const castAt = castAtMs(tstamp!)
    return (!since || castAt >= since.getTime()) && (!before || castAt < before.getTime())
  })
}

/** Votes cast after a board was computed, which it cannot count. */
function castLater(rows: readonly VoteRow[], { computedAt }: Board): number {
  const end = Date.parse(computedAt)
  return rows.filter(({ tstamp }) => tstamp !== null && castAtMs(tstamp) > end).length
}

/** The times in milliseconds, as before they were written in seconds. */
function castAtMs(tstamp: number): number {
  return Math.round(tstamp * 1000)
}

/** The share of a figure, or of 1 for smaller figures, by which two programs may differ in rounding. */
const SHARE = 1e-9

/**
 * Whether a difference comes from rounding. The last digits of `Math.exp` and `Math.log` are those of a browser: no
 * standard says them, and Node has others. The number of iterations may follow from them.
 */
export function isRounding({ what, snapshot, recomputed }: FigureDifference): boolean {
  if (typeof snapshot !== 'number' || typeof recomputed !== 'number') return false
  if (what === 'iterations') return true
  if (Number.isInteger(snapshot) && Number.isInteger(recomputed)) return false
  return Math.abs(snapshot - recomputed) <= SHARE * Math.max(1, Math.abs(snapshot))
}
