import { ALPHA } from '../../../shared/stats/intervals/comparison.ts'
import { rateCounted, asShown, declaringNothing } from '../../../shared/stats/declare/rate.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import { METHOD_VERSION } from '../../../shared/stats/method/decide.ts'
import type { Failures, Rated, RateOptions, ShownStanding } from '../../../shared/stats/declare/declare.ts'
import type { NumberNeeded } from '../../../shared/stats/plan/why-not.ts'
import { Board } from '../../../shared/contracts/board.ts'
import { heatForFirst } from '../../../shared/sentence/index.ts'
import type { CountedVotes } from './count-votes.ts'
import { boardWarnings } from './board-warnings.ts'
import type {
  Cluster,
  WhyNot,
  Looks,
  TogetherBy,
  View,
  Warning,
  BoardContestant,
  CheckSummary,
  JudgeFamily,
} from '../../../shared/contracts/index.ts'
import { byCodeUnits } from './canonical-order.ts'

/**
 * The board of counted votes.
 * @param without  the votes of the view without those of these judges; only needed beside `options.families`
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function boardOf(
  counted: CountedVotes,
  votesSha256: string,
  options: BoardOptions,
  without?: (judges: readonly string[]) => CountedVotes | null,
): Board {
  const { rounds, seed, ties = 'half', intervals = 'comparison' } = options
  const { names, votes, cluster, units } = counted
  const { together = null, categories = 0 } = options
  const boards = together === null ? 1 : categories + 1
  const alpha = ALPHA / boards
  const rateOptions: RateOptions = {
    rounds,
    seed,
    by: cluster === 'vote' ? 'vote' : 'unit',
    ties,
    intervals,
    baseline: numberOf(options.baseline ?? null, names),
    looks: options.looks ?? 'one',
    alpha,
    weights: options.weights ?? 'units',
    failures: failuresOf(counted, options.contestants ?? []),
    checkFit: true,
    pairing: intervals === 'comparison' ? pairingOf(options) : 'drawn',
  }
  if (options.onProgress) rateOptions.onProgress = options.onProgress
  const rateOf = ({ tally, counts, named }: CountedVotes) => rateCounted(tally, counts, rateOptions, named)
  const rated = heldByFamily(rateOf(counted), names, options.families ?? [], (judges) => {
    const rest = without?.(judges)
    return rest && rateOf(rest).winner
  })
  const { shift, anchor } = anchorShift(rated, names, options.anchor ?? null)
  const lostAnchor = options.anchor && !anchor ? options.anchor.name : null
  const rows = boardRows(rated, names, options.contestants ?? [], shift)
  return Board.parse({
    arena: options.arena,
    view: options.view,
    method: 'bradley-terry',
    methodVersion: METHOD_VERSION,
    ...(options.weights && { weights: options.weights }),
    intervals,
    ties,
    anchor,
    ...(options.baseline && { baseline: options.baseline }),
    ...(options.orders && { orders: options.orders }),
    ...(options.families && options.families.length > 0 && { families: [...options.families] }),
    rounds,
    seed,
    cluster,
    ...(options.pairing && { pairing: options.pairing }),
    ...(options.looks && { looks: options.looks }),
    level: 1 - ALPHA,
    ...(categories > 0 && { categories }),
    ...(together !== null && {
      together: {
        by: together,
        boards,
        level: 1 - alpha,
      },
    }),
    votes,
    voters: counted.voters,
    prompts: counted.prompts,
    ...(counted.groups !== undefined && { groups: counted.groups }),
    votesSha256,
    version: options.version,
    computedAt: options.computedAt,
    converged: rated.converged,
    iterations: rated.iterations,
    k: rated.k,
    ...firstPlace(rated, counted, rows),
    contestants: rows,
    excluded: options.excluded ?? { quarantined: 0, leaked: 0 },
    warnings: [
      ...(options.warnings ?? []),
      ...counted.warnings,
      ...boardWarnings({
        rated,
        names,
        votes,
        units,
        effectiveUnits: counted.effectiveUnits,
        crossedUnits: counted.tally.crossed?.units,
        cluster,
        areGrouped: counted.groups !== undefined,
        rounds,
        intervals,
        lostAnchor,
      }),
    ],
  })
}

/** Declares nothing if the votes name a winner that they would not name without the judges of its own model family. */
function heldByFamily(
  rated: Rated,
  names: readonly string[],
  families: readonly JudgeFamily[],
  winnerWithout: (judges: readonly string[]) => number | null | undefined,
): Rated {
  const { winner } = rated
  const family = winner !== null && families.find(({ contestants }) => contestants.includes(names[winner]))
  if (!family || winnerWithout(family.judges) === winner) return rated
  return declaringNothing(rated, { reason: 'family', contestants: [winner], ways: [] })
}

/**
 * What is known of how pairs were chosen. It is unknown for files and imported votes, unless their owner says so.
 * An arena draws its own pairs, and a check at every look would raise false alarms. Draws with focus have a warning
 * of their own.
 */
function pairingOf({
  arena,
  looks = 'one',
  hasImportedVotes = false,
  pairing,
  warnings = [],
}: BoardOptions): NonNullable<RateOptions['pairing']> {
  if (warnings.some(({ code }) => code === 'focused_draws')) return 'drawn'
  if (arena === null || hasImportedVotes) return pairing ?? 'unknown'
  return looks === 'one' ? 'fixed' : 'drawn'
}

function firstPlace(
  { winner, deadHeatForFirst, whyNot }: Rated,
  { names, cluster, speaksFor }: CountedVotes,
  rows: readonly BoardContestant[],
): Pick<Board, 'winner' | 'deadHeatForFirst' | 'speaksFor' | 'whyNot'> {
  const leader = winner === null ? null : names[winner]
  const isForVoters = speaksFor?.whom === 'voters'
  const isAmongVoters = isForVoters && leader !== null
  // whatever else is missing, a board of few people names no winner for others
  const isUpToVoters = isForVoters && ['votes', 'units', 'crossed'].includes(whyNot?.reason ?? '')
  return {
    winner: isForVoters ? null : leader,
    deadHeatForFirst: heatForFirst(
      deadHeatForFirst.map((number) => names[number]),
      rows,
    ),
    whyNot: isAmongVoters
      ? { reason: 'voters', contestants: [leader], ways: [] }
      : whyNot && inWords(isUpToVoters ? { ...whyNot, reason: 'crossed', ways: [] } : whyNot, names, cluster),
    ...(speaksFor && { speaksFor: { ...speaksFor, ...(isAmongVoters && { winner: leader }) } }),
  }
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

/** Judgements that failed beside the votes there are, and prompts without an answer beside all prompts. */
function failuresOf({ names, counts, prompts }: CountedVotes, known: readonly KnownContestant[]): Failures[] {
  const byName = new Map(known.map(({ name, failed }) => [name, failed]))
  const failed = names.map((name) => byName.get(name) ?? { judgements: 0, answers: 0 })
  const all = Math.max(prompts ?? 0, ...failed.map(({ answers }) => answers))
  return [
    {
      failed: failed.map(({ judgements }) => judgements),
      of: failed.map(({ judgements }, i) => judgements + counts[i].votes),
    },
    { failed: failed.map(({ answers }) => answers), of: failed.map(() => all) },
  ]
}

type WhyNotInVotes = NonNullable<Rated['whyNot']>

/** The same with the names of contestants and of the board's units. */
function inWords(
  { reason, contestants, ways }: WhyNotInVotes,
  names: readonly string[],
  cluster: Cluster,
): WhyNot {
  const isVoter = cluster === 'voter'
  const ofUnits = isVoter ? 'voters' : 'prompts'
  const named = (units: NumberNeeded | null, crossed: NumberNeeded | null) =>
    isVoter ? { prompts: crossed, voters: units } : { prompts: units, voters: crossed }
  return {
    reason: reason === 'units' ? ofUnits : reason === 'crossed' ? 'voters' : reason,
    contestants: contestants.map((number) => names[number]),
    ways: ways.map(({ by, votes, units, crossed }) => ({
      by: by === 'units' ? ofUnits : by === 'crossed' ? 'voters' : by,
      votes,
      ...named(units, crossed),
    })),
  }
}

export interface BoardOptions {
  arena: string | null
  view: View
  /** Facts about contestants other than their votes. Contestants without a vote are listed as unrated. */
  contestants?: readonly KnownContestant[]
  /** Bootstrap rounds; 0: no intervals, no winner. */
  rounds: number
  seed: number
  /** Null: chosen from the prompts and voters that votes name (`chooseCluster`). */
  cluster?: Cluster | null
  /** Without a requested cluster, votes are resampled by one kind of unit only, for methods that support no other. */
  oneKindOfUnit?: boolean
  ties?: 'half' | 'drop'
  /** Whether declared results hold for this board alone ('one') or for all looks at the view ('any'). */
  looks?: Looks | undefined
  /** The number of categories, if the board is of one or holds together with their boards. */
  categories?: number | undefined
  /** Whether declared results hold together with the boards of all `categories` and of all votes. */
  together?: TogetherBy | null | undefined
  /** Whether votes were imported into the arena, so that some pairs were chosen elsewhere. */
  hasImportedVotes?: boolean | undefined
  /** Somebody says that no result decided who met whom, or that results did. */
  pairing?: 'fixed' | 'by-results' | undefined
  intervals?: 'comparison' | 'classic'
  /** 'votes': all votes weigh the same. Default: by what their prompts and voters tell. */
  weights?: 'units' | 'votes' | undefined
  /** Shifts the shown ratings so that `name` has `value`; strengths and ranks stay. */
  anchor?: { name: string; value: number } | null
  /** The contestant that all others' win rates are against. */
  baseline?: string | null
  /** How a judge's two orders were combined, if votes came from a file. */
  orders?: 'merge' | 'separate'
  excluded?: Board['excluded']
  /** The counted judges of contestants' own model families. */
  families?: readonly JudgeFamily[] | undefined
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
export interface KnownContestant {
  name: string
  slug?: string
  retired?: boolean
  averageLength?: number | null
  averageWords?: number | null
  costUsd?: number | null
  latencyMs?: number | null
  failed?: BoardContestant['failed']
  checks?: CheckSummary[] | undefined
}

const STATUS_ORDER = { rated: 0, provisional: 1, unrated: 2 }

/**
 * The rows of the board: rated ones by rating, then provisional, then unrated ones, each by name.
 * @param shift  rating points by which all shown ratings are moved
 */
function boardRows(
  { standings, deadHeatForFirst }: Rated,
  names: readonly string[],
  known: readonly KnownContestant[],
  shift: number,
): BoardContestant[] {
  const byName = new Map(known.map((contestant) => [contestant.name, contestant]))
  return asShown(standings, deadHeatForFirst)
    .map((standing, i) => boardRow(standing, byName.get(names[i]) ?? { name: names[i] }, shift))
    .sort(byStanding)
}

/** Rated before provisional before unrated; then the higher rating; then the name. */
export function byStanding(a: BoardContestant, b: BoardContestant): number {
  return (
    STATUS_ORDER[a.status] - STATUS_ORDER[b.status] ||
    (b.rating ?? 0) - (a.rating ?? 0) ||
    byCodeUnits(a.name, b.name)
  )
}

function boardRow(standing: ShownStanding, contestant: KnownContestant, shift: number): BoardContestant {
  const { status, reason, theta, standardError, marginal, comparison, first, units, rank, rankInterval } =
    standing
  const { wins, losses, ties, bothBad, votes, againstBaseline } = standing
  const shown = (strength: number) => toRating(strength) + shift
  const shownOrOpen = (strength: number | null) => (strength === null ? null : shown(strength))
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
    status,
    reason,
    rating: shownOrOpen(theta),
    theta,
    standardError,
    marginal: marginal && [shown(marginal[0]), shown(marginal[1])],
    comparison: comparison && [shownOrOpen(comparison[0]), shownOrOpen(comparison[1])],
    ...(first && { first: [shown(first[0]), shown(first[1])] }),
    units,
    rank,
    rankInterval,
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
