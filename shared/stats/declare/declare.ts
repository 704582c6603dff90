import type { Counts } from '../fit/tally.ts'
import type { WhyNot } from '../plan/why-not.ts'
import { largestComponent, largestIsland, strongComponents, votesOf, type PairPoints } from '../fit/points.ts'

/** The data of a contestant that the declaring rule uses. */
export interface Placed {
  contestant: number
  theta: number
  comparison: [number, number]
}

/** The decision about first place. */
export interface Verdict {
  winner: number | null
  deadHeatForFirst: number[]
}

/**
 * The rule on which all declarations rest: a is above b only if a's lower end lies above b's upper end. An open end
 * (null) is never crossed.
 */
export function isAbove(a: Interval | null, b: Interval | null): boolean {
  return a !== null && b !== null && a[0] !== null && b[1] !== null && a[0] > b[1]
}

/** For each contestant [best, worst]: 1 + the number above it, and the number of all minus those below it. */
export function rankIntervals(comparison: Interval[]): [number, number][] {
  return comparison.map((own) => [
    1 + comparison.filter((other) => isAbove(other, own)).length,
    comparison.length - comparison.filter((other) => isAbove(own, other)).length,
  ])
}

/**
 * Names the winner, who is above everyone else, or else those who may be first.
 * @param unplaced  contestants without a rating that may still be first; any of them prevents a winner
 */
export function declare(rated: Placed[], unplaced: readonly number[]): Verdict {
  const winner = unplaced.length > 0 ? null : winningRated(rated)
  if (winner !== null) return { winner, deadHeatForFirst: [] }
  const possible = rated
    .filter((one) => !rated.some((other) => isAbove(other.comparison, one.comparison)))
    .sort(byStrength)
  const first = [...possible.map(({ contestant }) => contestant), ...unplaced]
  return { winner: null, deadHeatForFirst: first.length > 1 ? first : [] }
}

function winningRated(rated: Placed[]): number | null {
  if (rated.length < 2) return null
  const [best, ...others] = [...rated].sort(byStrength)
  return others.every((other) => isAbove(best.comparison, other.comparison)) ? best.contestant : null
}

/** Highest first; equal ones by index. */
export function byStrength(a: Placed, b: Placed): number {
  return b.theta - a.theta || a.contestant - b.contestant
}

// Input and output of a rating. Contestants and resampling units are consecutive integers 0 … n−1. Callers know
// their names and sort them before numbering, so that neither the order of votes nor that of names can change a
// result.

export interface RateOptions {
  /** Draws of all errors at once, for what holds of all pairs. 0 leaves every interval, the winner and k null. */
  rounds: number
  seed: number
  /** Whether votes share units. */
  by: 'unit' | 'vote'
  ties: 'half' | 'drop'
  /**
   * 'classic': percentile intervals of a by-vote multinomial bootstrap and their non-overlap, only for comparison
   * with other boards.
   */
  intervals: 'comparison' | 'classic'
  /** The contestant to predict everybody's win rate against, or null. */
  baseline: number | null
  /**
   * 'one' (default): declarations are false at most 5 % of the time on this board. 'any': on all boards together
   * that are shown while votes come in. Classic intervals ignore it.
   */
  looks?: 'one' | 'any'
  /** The probability that anything false is declared. Default: 0.05. Classic intervals ignore it. */
  alpha?: number
  /** Also checks quickly whether the model fits (`quickLackOfFit`). */
  checkFit?: boolean
  /**
   * What is known of how pairs were chosen. `drawn` (the default): regardless of results, and nothing is checked.
   * `fixed`: so it is said, and it is checked (`followsResults`). `unknown`: checked, also for pairs that met unequally
   * often. `by-results`: results decided. Where they did or may have, only orders that hold for any choice of pairs are
   * declared (`holdingWithAnyPairs`), and nothing for too many contestants.
   */
  pairing?: 'drawn' | 'fixed' | 'unknown' | 'by-results'
  /** What failed and is no vote, by contestant, and out of how many: judgements, and answers. */
  failures?: readonly Failures[]
  /** 'votes': all votes weigh the same, as in plain Bradley-Terry. Default: 'units', by what their units tell. */
  weights?: 'units' | 'votes'
  /** Called now and then with the share of rounds done, 0 … 1. */
  onProgress?: (share: number) => void
}

export type ContestantStatus = 'rated' | 'provisional' | 'unrated'
export type ProvisionalReason = 'unbeaten' | 'winless' | 'disconnected'

/** For each contestant, how many of so many things failed. */
export interface Failures {
  failed: ArrayLike<number>
  of: ArrayLike<number>
}

/** A standing as boards show it (`asShown`). */
export type ShownStanding = Omit<Standing, 'reason' | 'tooFewVotes'> & {
  reason: ProvisionalReason | 'too_few_votes' | null
}
/** Closed, or open (null) at one end. Natural-log strength. */
export type Interval = [number | null, number | null]

export interface Standing extends Counts {
  status: ContestantStatus
  reason: ProvisionalReason | null
  /** Whether its own interval says nothing, and its rank is not settled all the same. */
  tooFewVotes: boolean
  /** Natural-log strength, Σθ = 0 over the rated. */
  theta: number | null
  /** Bootstrap standard deviation s_i. */
  standardError: number | null
  marginal: [number, number] | null
  comparison: Interval | null
  /** Its bar for the question who is first (`Intervals.first`). */
  first: [number, number] | null
  /** G_i: the number of units with its votes. */
  units: number
  rank: number | null
  rankInterval: [number, number] | null
  /** The predicted win rate against the baseline with its 95 % interval for this pair alone, if there is a baseline. */
  againstBaseline: { winRate: number; interval: [number, number] | null } | null
}

export interface Rated {
  standings: Standing[]
  converged: boolean
  iterations: number
  /** max |gradient| at the fit. */
  gradient: number
  k: number | null
  /**
   * Whether pairing follows results, so that only orders that hold for any choice of pairs are declared. More than
   * `MOST_WITH_ANY_PAIRS` contestants then have no comparison intervals.
   */
  pairingFollowsResults: boolean
  /**
   * Whether pairs met so unequally often that results may have chosen them, so that only orders that hold for any
   * choice are declared.
   */
  pairingMayFollowResults: boolean
  /** p of the lack of fit, if requested and if there are intervals. Null also for boards that are too large for it. */
  lackOfFit: number | null
  winner: number | null
  /** Everyone who may be first, if that is more than one: highest rated first, then those that cannot be compared. */
  deadHeatForFirst: number[]
  /** Why there is no winner. Null if there is one, if nobody is rated, or if it is not known. */
  whyNot: WhyNot | null
}

/** Who can be rated, and why the others cannot. */
export interface Field {
  rated: Int32Array
  statuses: { status: ContestantStatus; reason: ProvisionalReason | null }[]
  /**
   * Contestants without a rating that may still be first: those of other islands. For classic intervals, those that
   * neither lost nor tied, then those of a smaller component that nobody outside it has beaten.
   */
  unplaced: number[]
}

/**
 * Who is rated where strengths are finite for everybody whom votes connect: the largest island. Contestants of other
 * islands may still be first.
 */
export function fieldOfIsland(points: PairPoints): Field {
  const rated = largestIsland(points)
  const votes = votesOf(points)
  const isRated = new Set(rated)
  const statuses = Array.from(votes, (count, contestant): Field['statuses'][number] => {
    if (count === 0) return { status: 'unrated', reason: null }
    return isRated.has(contestant)
      ? { status: 'rated', reason: null }
      : { status: 'provisional', reason: 'disconnected' }
  })
  const apart = [...statuses.keys()].filter((contestant) => statuses[contestant].reason === 'disconnected')
  return { rated, statuses, unplaced: apart }
}

/** Sorts contestants by what their votes show. `points` contains all contestants. */
export function fieldOf(points: PairPoints): Field {
  const rated = largestComponent(points)
  const votes = votesOf(points)
  const won = new Float64Array(points.contestants)
  const lost = new Float64Array(points.contestants)
  for (let pair = 0; pair < points.first.length; pair++) {
    won[points.first[pair]] += points.firstPoints[pair]
    lost[points.first[pair]] += points.secondPoints[pair]
    won[points.second[pair]] += points.secondPoints[pair]
    lost[points.second[pair]] += points.firstPoints[pair]
  }
  const isRated = new Set(rated)
  const statuses = Array.from(votes, (count, contestant): Field['statuses'][number] => {
    if (count === 0) return { status: 'unrated', reason: null }
    if (isRated.has(contestant)) return { status: 'rated', reason: null }
    if (lost[contestant] === 0) return { status: 'provisional', reason: 'unbeaten' }
    if (won[contestant] === 0) return { status: 'provisional', reason: 'winless' }
    return { status: 'provisional', reason: 'disconnected' }
  })
  const unbeaten = [...statuses.keys()].filter((contestant) => statuses[contestant].reason === 'unbeaten')
  return { rated, statuses, unplaced: [...unbeaten, ...unbeatenGroups(points, statuses)] }
}

function unbeatenGroups(points: PairPoints, statuses: Field['statuses']): number[] {
  if (!statuses.some(({ reason }) => reason === 'disconnected')) return []
  const component = strongComponents(points)
  const beatenFromOutside = new Set<number>()
  for (let pair = 0; pair < points.first.length; pair++) {
    const first = component[points.first[pair]]
    const second = component[points.second[pair]]
    if (first === second) continue
    if (points.firstPoints[pair] > 0) beatenFromOutside.add(second)
    if (points.secondPoints[pair] > 0) beatenFromOutside.add(first)
  }
  return [...statuses.keys()].filter(
    (contestant) =>
      statuses[contestant].reason === 'disconnected' && !beatenFromOutside.has(component[contestant]),
  )
}
