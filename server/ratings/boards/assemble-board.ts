import { ALPHA } from '../../../shared/stats/intervals/comparison.ts'
import { METHOD_VERSION } from '../../../shared/stats/board/estimates.ts'
import type { RatedBoard } from '../../../shared/stats/board/rate-board.ts'
import { pairwiseLeads } from '../../../shared/stats/board/ranking.ts'
import { settle } from '../../../shared/stats/board/settle.ts'
import type { Rated, RateOptions, Standing } from '../../../shared/stats/declare/declare.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import { winRateOf } from '../../../shared/stats/fit/points.ts'
import { Board } from '../../../shared/contracts/board.ts'
import type { CountedVotes } from './count-votes.ts'
import { boardWarnings, hitByFailures } from './board-warnings.ts'
import { boardLooks, mayDeclareWinner, type Decides } from '../../../shared/contracts/decides.ts'
import type {
  BoardContestant,
  CheckSummary,
  Cluster,
  Looks,
  Settle,
  View,
  Warning,
} from '../../../shared/contracts/index.ts'
import { byCodeUnits } from './canonical-order.ts'

/** How boards and comparisons of an arena draw their intervals. */
export const BOOTSTRAP = { rounds: 1000, seed: 1 }

/**
 * The board of counted votes.
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function assembleBoard(counted: CountedVotes, votesSha256: string, options: BoardOptions): Board {
  const { rounds, seed, ties = 'half', intervals = 'bootstrap', level = 1 - ALPHA } = options
  const { names, votes, cluster, units } = counted
  const looks = boardLooks(votesSha256, options)
  const rateOptions: RateOptions = {
    rounds,
    seed,
    ties,
    intervals,
    baseline: numberOf(options.baseline ?? null, names),
    looks: looks ?? 'one',
    alpha: 1 - level,
    weights: options.weights ?? 'units',
    isMixed: counted.isMixed,
    kinds: counted.kinds,
    checkFit: true,
  }
  if (options.onProgress) rateOptions.onProgress = options.onProgress
  const rated = rate(counted.numbered, rateOptions)
  const { shift, anchor } = anchorShift(rated, names, options.anchor ?? null)
  const lostAnchor = options.anchor && !anchor ? options.anchor.name : null
  const rows = boardRows(rated, names, options.contestants ?? [], shift)
  return Board.parse({
    arena: options.arena,
    view: options.view,
    method: 'bradley-terry',
    methodVersion: METHOD_VERSION,
    weights: options.weights ?? 'units',
    intervals: intervalsOf(rated, intervals),
    ties,
    anchor,
    ...(options.baseline && { baseline: options.baseline }),
    ...(options.orders && { orders: options.orders }),
    rounds,
    seed,
    cluster,
    units:
      rated.board?.units.kinds ??
      (cluster === 'both' ? ['prompt', 'voter'] : cluster === 'vote' ? [] : [cluster]),
    effectiveUnits: rated.board?.units.effective ?? { prompt: null, voter: null },
    speaksFor: rated.board?.units.speaksFor ?? null,
    ...(looks && { looks }),
    level,
    votes,
    voters: counted.voters,
    prompts: counted.prompts,
    ...(counted.groups !== undefined && { groups: counted.groups }),
    votesSha256,
    version: options.version,
    computedAt: options.computedAt,
    converged: rated.converged,
    iterations: rated.iterations,
    ...firstPlace(rated, names, rows, mayDeclareWinner(options.view, options.decides)),
    ...(intervals !== 'classic' && leadsAloneOf(rated, names)),
    ...(options.decides !== undefined && { decides: options.decides }),
    settle: settleOf(rated.board, votes, level),
    contestants: rows,
    excluded: options.excluded ?? { quarantined: 0, leaked: 0, overCap: 0 },
    warnings: [
      ...(options.warnings ?? []),
      ...counted.warnings,
      ...boardWarnings({
        rated,
        votes,
        units,
        effectiveUnits: effectiveOf(rated.board) ?? counted.effectiveUnits,
        crossedUnits: counted.crossedUnits,
        cluster,
        areGrouped: counted.groups !== undefined,
        rounds,
        intervals,
        lostAnchor,
        failing: failingOf(counted, rated.standings, options.contestants ?? []),
      }),
    ],
  })
}

/** The effective number of units that were resampled, of the kind that has fewest. Null without such units. */
function effectiveOf(board: RatedBoard | null): number | null {
  const numbers = (board?.units.kinds ?? []).flatMap((kind) => board?.units.effective[kind] ?? [])
  return numbers.length > 0 ? Math.min(...numbers) : null
}

const intervalsOf = (
  { board, standings }: Rated,
  requestedIntervals: RateOptions['intervals'],
): Board['intervals'] =>
  standings.every(({ interval }) => interval === null)
    ? null
    : requestedIntervals === 'classic'
      ? 'classic'
      : (board?.measured?.intervals ?? null)

/** Who is first, in names and points. Where nobody may win, who would leads. */
function firstPlace(
  { state: rated, deadHeat }: Rated,
  names: readonly string[],
  rows: readonly BoardContestant[],
  isDecisive: boolean,
): Pick<Board, 'state' | 'deadHeat' | 'leader' | 'clearBy' | 'finishLine'> {
  const state = rated === 'wins' && !isDecisive ? 'leads' : rated
  const isDeclared = state === 'leads' || state === 'wins'
  const leader = isDeclared ? names[deadHeat[0]] : null
  const bars = rows.flatMap(({ name, interval }) => (interval ? [{ name, interval }] : []))
  const highest = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), -Infinity)
  const leaderBar = bars.find(({ name }) => name === leader)
  const rivals = bars.filter((bar) => bar !== leaderBar)
  return {
    state,
    deadHeat: deadHeat.map((number) => names[number]),
    leader,
    clearBy:
      leaderBar && rivals.length > 0
        ? leaderBar.interval[0] - highest(rivals.map(({ interval }) => interval[1]))
        : null,
    finishLine: bars.length > 0 ? highest(bars.map(({ interval }) => interval[0])) : null,
  }
}

/** The pairs in a dead heat of few that their own difference tells apart. */
function leadsAloneOf({ board }: Rated, names: readonly string[]): Pick<Board, 'leadsAlone'> {
  if (!board?.measured || !board.reading) return {}
  const leads = pairwiseLeads(board.measured, board.reading)
  if (leads.length === 0) return {}
  const nameOf = (place: number) => names[board.rated[place]]
  return {
    leadsAlone: leads.map(({ ahead, behind, lead, half }) => ({
      ahead: nameOf(ahead),
      behind: nameOf(behind),
      points: toRating(lead) - toRating(0),
      margin: toRating(half) - toRating(0),
    })),
  }
}

const SETTLED_BY = { votes: 'votes', prompt: 'prompts', voter: 'voters', both: 'both' } as const

function settleOf(board: RatedBoard | null, votes: number, level: number): Settle | null {
  if (!board?.measured) return null
  const found = settle(board.measured, { votes, ...board.units.counts }, level)
  return found && { ...found, by: SETTLED_BY[found.by] }
}

function numberOf(name: string | null, names: readonly string[]): number | null {
  if (name === null) return null
  const number = names.indexOf(name)
  if (number < 0) throw new RangeError(`There is no contestant "${name}".`)
  return number
}

/** The rating points by which the anchor shifts all ratings; 0 if the anchor has no rating. */
function anchorShift(rated: Rated, names: readonly string[], anchor: Board['anchor']) {
  const number = numberOf(anchor?.name ?? null, names)
  const theta = number === null ? null : rated.standings[number].theta
  return anchor && theta !== null
    ? { shift: anchor.value - toRating(theta), anchor }
    : { shift: 0, anchor: null }
}

/** The contestant of which judgements or answers failed more often than those of the others; null: nobody. */
function failingOf(
  { names, prompts }: CountedVotes,
  standings: readonly Standing[],
  known: readonly ContestantFacts[],
): string | null {
  const byName = new Map(known.map(({ name, failed }) => [name, failed]))
  const failed = names.map((name) => byName.get(name) ?? { judgements: 0, answers: 0 })
  const all = Math.max(prompts ?? 0, ...failed.map(({ answers }) => answers))
  const hit = hitByFailures([
    {
      failed: failed.map(({ judgements }) => judgements),
      totals: failed.map(({ judgements }, i) => judgements + standings[i].votes),
    },
    { failed: failed.map(({ answers }) => answers), totals: failed.map(() => all) },
  ])
  return hit === null ? null : names[hit]
}

export interface BoardOptions {
  arena: string | null
  view: View
  /** Facts about contestants other than their votes. Contestants without a vote are listed as unrated. */
  contestants?: readonly ContestantFacts[]
  /** Bootstrap rounds; 0: the limit of endless rounds. */
  rounds: number
  seed: number
  /** Null: chosen from the prompts and voters that votes name (`chooseUnits`). */
  cluster?: Cluster | null
  ties?: 'half' | 'drop'
  /** Whether this is one look that was planned, or people may look at any time. */
  looks?: Looks | undefined
  /** When the arena decides; null: never. Absent: the votes are those of a file. */
  decides?: Decides | null | undefined
  intervals?: RateOptions['intervals'] | undefined
  /** The level of intervals, 0.95 by default. */
  level?: number | undefined
  /** 'votes': all votes weigh the same. Default: by what their prompts and voters tell. */
  weights?: 'units' | 'votes' | undefined
  /** Shifts the shown ratings so that `name` has `value`; strengths and ranks stay. */
  anchor?: { name: string; value: number } | null
  /** The contestant that all others' win rates are against. */
  baseline?: string | null
  /** How a judge's two orders were combined, if votes came from a file. */
  orders?: 'merge' | 'separate'
  excluded?: Board['excluded']
  /** Warnings from reading the votes; they come first. */
  warnings?: readonly Warning[]
  /** The time of computing, as ISO 8601. */
  computedAt: string
  /** The version of the code. */
  version: string
  /** Called from time to time with the finished share of the work, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** Facts about a contestant other than its votes. */
export interface ContestantFacts {
  name: string
  slug?: string | undefined
  retired?: boolean | undefined
  averageLength?: number | null
  averageWords?: number | null
  costUsd?: number | null
  latencyMs?: number | null | undefined
  failed?: BoardContestant['failed']
  checks?: CheckSummary[] | undefined
}

/**
 * The rows of the board: rated ones by place, then rating, then name; then the others by name.
 * @param shift  rating points by which all shown ratings are moved
 */
function boardRows(
  { standings }: Rated,
  names: readonly string[],
  known: readonly ContestantFacts[],
  shift: number,
): BoardContestant[] {
  const byName = new Map(known.map((contestant) => [contestant.name, contestant]))
  return standings
    .map((standing, i) => boardRow(standing, byName.get(names[i]) ?? { name: names[i] }, shift))
    .sort(byStanding)
}

const STATUS_ORDER = { rated: 0, too_few_votes: 1, not_linked: 2 }
const LAST: [number, number] = [Infinity, Infinity]

/** Rated before others; then the better place; then the higher rating; then the name. */
export function byStanding(a: BoardContestant, b: BoardContestant): number {
  const [[bestA, worstA], [bestB, worstB]] = [a.place ?? LAST, b.place ?? LAST]
  return (
    STATUS_ORDER[a.status] - STATUS_ORDER[b.status] ||
    difference(bestA, bestB) ||
    difference(worstA, worstB) ||
    (b.rating ?? 0) - (a.rating ?? 0) ||
    byCodeUnits(a.name, b.name)
  )
}

const difference = (a: number, b: number): number => (a === b ? 0 : a - b)

/** A contestant that no vote links to the rated ones has no votes, or is apart. */
const statusOf = ({ status, reason }: Standing): BoardContestant['status'] =>
  status === 'rated'
    ? 'rated'
    : reason === 'disconnected' || status === 'unrated'
      ? 'not_linked'
      : 'too_few_votes'

function boardRow(standing: Standing, contestant: ContestantFacts, shift: number): BoardContestant {
  const { theta, interval, place, wins, losses, ties, bothBad, votes, againstBaseline } = standing
  const shiftedRating = (strength: number) => toRating(strength) + shift
  const {
    name,
    slug,
    retired,
    averageLength = null,
    averageWords = null,
    costUsd = null,
    latencyMs = null,
    failed,
    checks,
  } = contestant
  return {
    name,
    ...(slug !== undefined && { slug }),
    ...(retired !== undefined && { retired }),
    status: statusOf(standing),
    reason:
      standing.status === 'rated' ? null : (standing.reason ?? (votes > 0 ? 'disconnected' : 'no_votes')),
    rating: theta === null ? null : shiftedRating(theta),
    interval: interval && [shiftedRating(interval[0]), shiftedRating(interval[1])],
    place,
    theta,
    winRate: winRateOf(wins, ties, losses),
    wins,
    losses,
    ties,
    bothBad,
    votes,
    averageLength,
    averageWords,
    costUsd,
    ...(latencyMs !== null && { latencyMs }),
    ...(failed && { failed }),
    ...(checks && checks.length > 0 && { checks }),
    ...(againstBaseline && { againstBaseline }),
  }
}
