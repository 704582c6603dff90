/**
 * Input and output of a rating. Contestants and resampling units are consecutive integers 0 … n−1. Callers know
 * their names and sort them before numbering, so that neither the order of votes nor that of names can change a
 * result.
 */

import type { JudgedBattles } from './judged-battles.ts'
import type { TimedVotes } from './pairing-in-time.ts'
import type { RunRounds } from './rounds.ts'
import type { ToSettle } from './to-settle.ts'

export interface RateOptions {
  /** Bootstrap rounds. 0 leaves every interval, the winner and k null. */
  rounds: number
  seed: number
  /** 'unit': one Exp(1) weight for each unit. 'vote': Gamma(count) for each cell of the tally. */
  by: 'unit' | 'vote'
  ties: 'half' | 'drop'
  /**
   * 'classic': percentile intervals of a by-vote multinomial bootstrap and their non-overlap, only for comparison
   * with other boards. 'preview': comparison intervals from the sandwich covariance, until the bootstrap intervals
   * are ready.
   */
  intervals: 'comparison' | 'classic' | 'preview'
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
   * `fixed`: so it is said, and it is checked (`followsResults`). `unknown`: checked, and if pairs met unequally
   * often, only orders that hold for any choice of pairs are declared (`holdingWithAnyPairs`). If pairing is found
   * to follow results, nothing is declared.
   */
  pairing?: 'drawn' | 'fixed' | 'unknown'
  /**
   * Unless pairs were drawn: the votes with their times, to check the pairing in this order too
   * (`followsResultsInTime`).
   */
  timed?: TimedVotes | null
  /** Called now and then with the share of rounds done, 0 … 1. */
  onProgress?: (share: number) => void
  /** The judges' verdicts on battles, by which the votes of people are corrected. */
  judged?: JudgedBattles | null
  /** How rounds are computed. Default: one after the other on this thread. The result is the same. */
  run?: RunRounds | undefined
}

export type ContestantStatus = 'rated' | 'provisional' | 'unrated'
export type ProvisionalReason = 'unbeaten' | 'winless' | 'disconnected'

/** A standing as boards show it (`asShown`). */
export type ShownStanding = Omit<Standing, 'reason' | 'tooFewVotes'> & {
  reason: ProvisionalReason | 'too_few_votes' | null
}
/** Closed, or open (null) at one end. Natural-log strength. */
export type Interval = [number | null, number | null]

export interface Standing {
  status: ContestantStatus
  reason: ProvisionalReason | null
  /** Whether its own interval says nothing, and its rank is not settled all the same. */
  tooFewVotes: boolean
  /** Natural-log strength, Σθ = 0 over the rated. */
  theta: number | null
  /** Bootstrap standard deviation s_i. */
  standardError: number | null
  marginal: [number, number] | null
  /** An unbeaten contestant has a lower end only; the upper end is open. */
  comparison: Interval | null
  /** G_i: the number of units with its votes. */
  units: number
  rank: number | null
  rankInterval: [number, number] | null
  wins: number
  losses: number
  /** All votes without a winner, including `bothBad`. */
  ties: number
  bothBad: number
  votes: number
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
  /** The median factor by which comparison intervals for all looks are longer than for one. Null for one look. */
  looksCost: number | null
  /** The median factor by which they are longer than at an error of 5 %. Null at 5 %. */
  alphaCost: number | null
  /** λ, the weight of the judges, 0 … 1. 0 if there are none or they add nothing. */
  weight: number
  /**
   * Whether pairing was found to follow results, so that nothing is declared. There are then no comparison
   * intervals.
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
  frontRunner: number | null
  /** Everyone who may be first, if that is more than one: highest rated first, then the unbeaten. */
  deadHeatForFirst: number[]
  /**
   * What would separate the two highest rated of a dead heat. Null if they are separated or practically equal, or
   * if too little is known.
   */
  toSettle: ToSettle | null
  /**
   * Votes on the same units that would separate them with a probability of 50 %. Null if none would, or if it is
   * not known.
   */
  votesToSeparate: number | null
  /** The two highest rated of a dead heat, if their difference is known to be too small to matter. */
  equalForFirst: [number, number] | null
}
