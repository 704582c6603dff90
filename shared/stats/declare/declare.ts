import type { Counts } from '../fit/votes.ts'
import type { RatedBoard } from '../board/rate-board.ts'
import type { Fit } from '../fit/bradley-terry.ts'
import type { UnitKind } from '../board/units.ts'
import { largestComponent, votesPerContestant, type PairPoints } from '../fit/points.ts'

// Input and output of a rating. Contestants and resampling units are consecutive integers 0 … n−1. Callers know
// their names and sort them before numbering, so that neither the order of votes nor that of names can change a
// result.

export interface RateOptions {
  /** Bootstrap rounds. Fewer than 2: the limit of endless rounds, or no classic intervals. */
  rounds: number
  seed: number
  ties: 'half' | 'drop'
  /**
   * 'classic': percentile intervals of a by-vote multinomial bootstrap and their non-overlap, only for comparison
   * with other boards.
   */
  intervals: 'bootstrap' | 'classic'
  /** The contestant to predict everybody's win rate against, or null. */
  baseline: number | null
  /** 'one' (default): one look that was planned. 'any': who wins does so at every look. Classic intervals ignore it. */
  looks?: 'one' | 'any'
  /** One minus the level of the intervals. Default: 0.05. Classic intervals ignore it. */
  alpha?: number
  /** Also checks quickly whether the model fits (`quickLackOfFit`). */
  checkFit?: boolean
  /** People and judges together (`rateBoard`). */
  isMixed?: boolean
  /** The units to resample, if not those that the votes allow (`chooseUnits`). */
  kinds?: readonly UnitKind[] | undefined
  /** 'votes': all votes weigh the same, as in plain Bradley-Terry. Default: 'units', by what their units tell. */
  weights?: 'units' | 'votes'
  /** Called now and then with the share of rounds done, 0 … 1. */
  onProgress?: (share: number) => void
}

export type ContestantStatus = 'rated' | 'provisional' | 'unrated'
export type ProvisionalReason = 'unbeaten' | 'winless' | 'disconnected' | 'too_few_votes'

export type Interval = [number, number]

export interface Standing extends Counts {
  status: ContestantStatus
  reason: ProvisionalReason | null
  /** Natural-log strength. Its mean over the rated is 0; a contestant with few votes counts less in it. */
  theta: number | null
  /** The interval of theta, at the level of the board. */
  interval: Interval | null
  /** 1 + the number of contestants above it, and the number of all minus those below it. */
  place: [best: number, worst: number] | null
  /** The predicted win rate against the baseline with its interval for this pair alone, if there is a baseline. */
  againstBaseline: { winRate: number; interval: [number, number] | null } | null
}

export interface Rated {
  standings: Standing[]
  converged: boolean
  iterations: number
  /** max |gradient| at the fit. */
  gradient: number
  /** p of the lack of fit, if requested and if there are intervals. Null also for boards that are too large for it. */
  lackOfFit: number | null
  state: RatedBoard['state']
  /** Everyone that nobody is above, highest rated first: one contestant if it leads or wins. */
  deadHeat: number[]
  /** The board as it is read. Null for classic intervals. */
  board: RatedBoard | null
}

/** Who can be rated, and why the others cannot. */
export interface ContestantStatuses {
  rated: Int32Array
  statuses: { status: ContestantStatus; reason: ProvisionalReason | null }[]
}

/** What one way of rating finds. Arrays run over `rated`. */
export interface Ratings extends ContestantStatuses, Pick<Rated, 'state' | 'deadHeat'> {
  fit: Fit
  /** Of each strength, and of θ_i − θ_j for this pair alone. Null: there are none. */
  intervals: { marginal: Interval[]; difference(i: number, j: number): Interval } | null
  places: readonly [number, number][] | null
}

/** Sorts contestants by what their votes show. `points` contains all contestants. */
export function classifyContestants(points: PairPoints): ContestantStatuses {
  const rated = largestComponent(points)
  const votes = votesPerContestant(points)
  const won = new Float64Array(points.contestants)
  const lost = new Float64Array(points.contestants)
  for (let pair = 0; pair < points.first.length; pair++) {
    won[points.first[pair]] += points.firstPoints[pair]
    lost[points.first[pair]] += points.secondPoints[pair]
    won[points.second[pair]] += points.secondPoints[pair]
    lost[points.second[pair]] += points.firstPoints[pair]
  }
  const isRated = new Set(rated)
  const statuses = Array.from(votes, (count, contestant): ContestantStatuses['statuses'][number] => {
    if (count === 0) return { status: 'unrated', reason: null }
    if (isRated.has(contestant)) return { status: 'rated', reason: null }
    if (lost[contestant] === 0) return { status: 'provisional', reason: 'unbeaten' }
    if (won[contestant] === 0) return { status: 'provisional', reason: 'winless' }
    return { status: 'provisional', reason: 'disconnected' }
  })
  return { rated, statuses }
}
