import { ALPHA } from '../../../shared/stats/intervals/comparison.ts'
import { METHOD_VERSION } from '../../../shared/stats/board/estimates.ts'
import { rateBoard, type RateBoardOptions, type RatedBoard } from '../../../shared/stats/board/rate-board.ts'
import { pairwiseLeads } from '../../../shared/stats/board/ranking.ts'
import { deadHeat, predictWinRate, standings, type Standing } from '../../../shared/stats/board/standings.ts'
import { votesToDecide } from '../../../shared/stats/board/votes-to-decide.ts'
import { quickLackOfFit } from '../../../shared/stats/fit/lack-of-fit.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import { computeWinRate } from '../../../shared/stats/fit/points.ts'
import { countedVotes } from '../../../shared/stats/fit/votes.ts'
import { Board } from '../../../shared/contracts/board.ts'
import { kindsOfCluster, type CountedVotes } from './count-votes.ts'
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
  const { names, votes, cluster, units, numbered } = counted
  const looks = boardLooks(votesSha256, options)
  const weights = options.weights ?? 'units'
  const baseline = contestantNumber(options.baseline ?? null, names)
  const rated = rateBoard(numbered, {
    rounds,
    seed,
    ties,
    intervals,
    looks: looks ?? 'one',
    level,
    weights,
    isMixed: counted.isMixed,
    kinds: counted.kinds,
    onProgress: options.onProgress,
  })
  options.onProgress?.(1)
  const chosenUnits = intervals === 'classic' ? null : rated.units
  const results = standings(numbered, rated)
  const { shift, anchor } = anchorShift(results, names, options.anchor ?? null)
  const lostAnchor = options.anchor && !anchor ? options.anchor.name : null
  const known = new Map(options.contestants?.map((contestant) => [contestant.name, contestant]))
  const rows = results.map((standing, i) => ({
    ...boardRow(standing, known.get(names[i]) ?? { name: names[i] }, shift),
    ...againstBaseline(rated, i, baseline),
  }))
  return Board.parse({
    arena: options.arena,
    view: options.view,
    method: 'bradley-terry',
    methodVersion: METHOD_VERSION,
    weights,
    intervals: rated.intervals && (intervals === 'classic' ? 'classic' : rated.measured!.intervals),
    ties,
    anchor,
    ...(options.baseline && { baseline: options.baseline }),
    ...(options.orders && { orders: options.orders }),
    rounds,
    seed,
    cluster,
    units: chosenUnits?.kinds ?? kindsOfCluster(cluster),
    effectiveUnits: chosenUnits?.effective ?? { prompt: null, voter: null },
    speaksFor: chosenUnits?.speaksFor ?? null,
    ...(looks && { looks }),
    level,
    votes,
    voters: counted.voters,
    prompts: counted.prompts,
    ...(counted.groups !== undefined && { groups: counted.groups }),
    votesSha256,
    version: options.version,
    computedAt: options.computedAt,
    converged: rated.strengths?.converged ?? true,
    iterations: rated.strengths?.iterations ?? 0,
    ...firstPlace(rated, names, rows, mayDeclareWinner(options.view, options.decides)),
    ...describeLeadsAlone(rated, names),
    ...(options.decides !== undefined && { decides: options.decides }),
    settle: settleForecast(rated, votes, level),
    contestants: rows.sort(byStanding),
    excluded: options.excluded ?? { quarantined: 0, leaked: 0, overCap: 0 },
    warnings: [
      ...(options.warnings ?? []),
      ...counted.warnings,
      ...boardWarnings({
        rated,
        lackOfFit: quickLackOfFit(countedVotes(numbered, ties), rated, seed),
        busiest: (chosenUnits?.kinds.includes('voter') && chosenUnits.busiest) || null,
        votes,
        units,
        effectiveUnits: fewestEffective(chosenUnits) ?? counted.effectiveUnits,
        crossedUnits: counted.crossedUnits,
        cluster,
        areGrouped: counted.groups !== undefined,
        rounds,
        intervals,
        lostAnchor,
        failing: findFailing(counted, results, known),
      }),
    ],
  })
}

/** The effective number of units that were resampled, of the kind that has fewest. Null without such units. */
function fewestEffective(units: RatedBoard['units'] | null): number | null {
  const numbers = (units?.kinds ?? []).flatMap((kind) => units?.effective[kind] ?? [])
  return numbers.length > 0 ? Math.min(...numbers) : null
}

/** Who is first, in names and points. Where nobody may win, who would leads. */
function firstPlace(
  rated: RatedBoard,
  names: readonly string[],
  rows: readonly BoardContestant[],
  isDecisive: boolean,
): Pick<Board, 'state' | 'deadHeat' | 'leader' | 'clearBy' | 'finishLine'> {
  const first = deadHeat(rated).map((number) => names[number])
  const state = rated.state === 'wins' && !isDecisive ? 'leads' : rated.state
  const leader = state === 'leads' || state === 'wins' ? first[0] : null
  const bars = rows.flatMap(({ name, interval }) => (interval ? [{ name, interval }] : []))
  const highest = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), -Infinity)
  const leaderBar = bars.find(({ name }) => name === leader)
  const rivals = bars.filter((bar) => bar !== leaderBar)
  return {
    state,
    deadHeat: first,
    leader,
    clearBy:
      leaderBar && rivals.length > 0
        ? leaderBar.interval[0] - highest(rivals.map(({ interval }) => interval[1]))
        : null,
    finishLine: bars.length > 0 ? highest(bars.map(({ interval }) => interval[0])) : null,
  }
}

/** The pairs in a dead heat of few that their own difference tells apart. */
function describeLeadsAlone(
  { rated, measured, reading }: RatedBoard,
  names: readonly string[],
): Pick<Board, 'leadsAlone'> {
  if (!measured || !reading) return {}
  const leads = pairwiseLeads(measured, reading)
  if (leads.length === 0) return {}
  const ratedName = (place: number) => names[rated[place]]
  return {
    leadsAlone: leads.map(({ ahead, behind, lead, half }) => ({
      ahead: ratedName(ahead),
      behind: ratedName(behind),
      points: toRating(lead) - toRating(0),
      margin: toRating(half) - toRating(0),
    })),
  }
}

const SETTLED_BY = { votes: 'votes', prompt: 'prompts', voter: 'voters', both: 'both' } as const

function settleForecast({ measured, units }: RatedBoard, votes: number, level: number): Settle | null {
  if (!measured) return null
  const found = votesToDecide(measured, { votes, ...units.counts }, level)
  return found && { ...found, by: SETTLED_BY[found.by] }
}

function contestantNumber(name: string | null, names: readonly string[]): number | null {
  if (name === null) return null
  const number = names.indexOf(name)
  if (number < 0) throw new RangeError(`There is no contestant "${name}".`)
  return number
}

/** The rating points by which the anchor shifts all ratings; 0 if the anchor has no rating. */
function anchorShift(results: readonly Standing[], names: readonly string[], anchor: Board['anchor']) {
  const number = contestantNumber(anchor?.name ?? null, names)
  const theta = number === null ? null : results[number].theta
  return anchor && theta !== null
    ? { shift: anchor.value - toRating(theta), anchor }
    : { shift: 0, anchor: null }
}

/** The contestant of which judgements or answers failed more often than those of the others; null: nobody. */
function findFailing(
  { names, prompts }: CountedVotes,
  results: readonly Standing[],
  known: ReadonlyMap<string, ContestantFacts>,
): string | null {
  const failed = names.map((name) => known.get(name)?.failed ?? { judgements: 0, answers: 0 })
  const all = Math.max(prompts ?? 0, ...failed.map(({ answers }) => answers))
  const hit = hitByFailures([
    {
      failed: failed.map(({ judgements }) => judgements),
      totals: failed.map(({ judgements }, i) => judgements + results[i].votes),
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
  intervals?: RateBoardOptions['intervals']
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

const STATUS_ORDER = { rated: 0, too_few_votes: 1, not_linked: 2 }

/** As boards are drawn: rated before others; then who may be first; then the higher rating; then the name. */
export function byStanding(a: BoardContestant, b: BoardContestant): number {
  return (
    STATUS_ORDER[a.status] - STATUS_ORDER[b.status] ||
    Number(mayBeFirst(b)) - Number(mayBeFirst(a)) ||
    (b.rating ?? 0) - (a.rating ?? 0) ||
    byCodeUnits(a.name, b.name)
  )
}

const mayBeFirst = ({ place }: BoardContestant): boolean => place?.[0] === 1

/** A contestant that no vote links to the rated ones has no votes, or is apart. */
const contestantStatus = (reason: BoardContestant['reason']): BoardContestant['status'] =>
  reason === null
    ? 'rated'
    : reason === 'disconnected' || reason === 'no_votes'
      ? 'not_linked'
      : 'too_few_votes'

/** @param shift  rating points by which all shown ratings are moved */
function boardRow(standing: Standing, contestant: ContestantFacts, shift: number): BoardContestant {
  const { theta, interval, place, wins, losses, ties, bothBad, votes } = standing
  // votes that the board drops link nobody
  const reason = standing.reason === 'no_votes' && votes > 0 ? 'disconnected' : standing.reason
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
    status: contestantStatus(reason),
    reason,
    rating: theta === null ? null : shiftedRating(theta),
    interval: interval && [shiftedRating(interval[0]), shiftedRating(interval[1])],
    place,
    theta,
    winRate: computeWinRate(wins, ties, losses),
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
  }
}

/** The predicted win rate of a contestant against the baseline, if there is one and both are rated. */
function againstBaseline(
  rated: RatedBoard,
  contestant: number,
  baseline: number | null,
): Pick<BoardContestant, 'againstBaseline'> {
  const predicted = baseline === null ? null : predictWinRate(rated, contestant, baseline)
  return predicted ? { againstBaseline: predicted } : {}
}
