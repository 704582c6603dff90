/**
 * What goes into a rating and what comes out. Contestants and resampling units are consecutive
 * integers 0 … n−1; names live one layer out, where they are sorted before they become numbers,
 * so that neither the order of votes nor of names can move a result.
 */

import type { JudgedBattles } from './judged-battles.ts'
import type { TimedVotes } from './pairing-in-time.ts'
import type { RunRounds } from './rounds.ts'
import type { ToSettle } from './to-settle.ts'

export interface RateOptions {
  /** Bootstrap rounds; 0 leaves every interval, the winner and k null. */
  rounds: number
  seed: number
  /** 'unit': one Exp(1) weight per unit. 'vote': Gamma(count) per cell of the tally. */
  by: 'unit' | 'vote'
  ties: 'half' | 'drop'
  /**
   * 'classic': percentile intervals of a by-vote multinomial bootstrap and their non-overlap, for comparison with other
   * boards only. 'preview': comparison intervals from the sandwich covariance, until those of the bootstrap are there.
   */
  intervals: 'comparison' | 'classic' | 'preview'
  /** Contestant whose predicted win rates against everyone are wanted, or null. */
  baseline: number | null
  /**
   * 'one' (where nothing is said): what is declared is false at most 5 % of the time on this board alone. 'any': on all
   * boards together that are shown while votes come in. Classic intervals know nothing of it.
   */
  looks?: 'one' | 'any'
  /** With what chance anything false may be declared; 0.05 where nothing is said. Classic intervals know nothing of it. */
  alpha?: number
  /** Also check in passing whether the model fits (`quickLackOfFit`). */
  checkFit?: boolean
  /** Also see whether pairing followed results (`followsResults`); then nothing is declared. */
  checkPairing?: boolean
  /** With `checkPairing`: the votes and their times, to see that in their order too (`followsResultsInTime`). */
  timed?: TimedVotes | null
  /** Called now and then with the share of rounds done, 0 … 1. */
  onProgress?: (share: number) => void
  /** What judges said of the battles, by which the votes, people's, are to be corrected. */
  judged?: JudgedBattles | null
  /** How rounds are done; here, one after the other, where nothing else is said. The answer is the same. */
  run?: RunRounds | undefined
}

export type ContestantStatus = 'rated' | 'provisional' | 'unrated'
export type ProvisionalReason = 'unbeaten' | 'winless' | 'disconnected'
/** Closed, or open (null) at one end; natural-log strength. */
export type Interval = [number | null, number | null]

export interface Standing {
  status: ContestantStatus
  reason: ProvisionalReason | null
  /** Natural-log strength, Σθ = 0 over the rated. */
  theta: number | null
  /** Bootstrap standard deviation s_i. */
  standardError: number | null
  marginal: [number, number] | null
  /** An unbeaten contestant keeps its lower end, with the upper one open. */
  comparison: Interval | null
  /** G_i: units on which it has votes. */
  units: number
  rank: number | null
  rankInterval: [number, number] | null
  wins: number
  losses: number
  /** All votes without a winner, `bothBad` included. */
  ties: number
  bothBad: number
  votes: number
  /** Predicted win rate against the baseline and its 95 % interval (taken singly), when one was asked for. */
  againstBaseline: { winRate: number; interval: [number, number] | null } | null
}

export interface Rated {
  standings: Standing[]
  converged: boolean
  iterations: number
  /** max |gradient| at the fit. */
  gradient: number
  k: number | null
  /** By what factor comparison intervals are longer for all looks than for one, the median; null for one look. */
  looksCost: number | null
  /** By what factor they are longer than at an error of 5 %, the median; null at 5 %. */
  alphaCost: number | null
  /** λ, the weight of the judges, 0 … 1; 0 where none were asked or they add nothing. */
  weight: number
  /** Whether pairing was seen to follow results, so that nothing is declared; no comparison interval is there either. */
  pairingFollowsResults: boolean
  /** p of the lack of fit, where it was asked for and there are intervals; null too for boards too large for it. */
  lackOfFit: number | null
  winner: number | null
  frontRunner: number | null
  /** Everyone who may be first, when that is more than one: highest rated first, then the unbeaten. */
  deadHeatForFirst: number[]
  /**
   * What would separate the two highest rated of a dead heat. Null where they are separated or practically equal, or
   * where too little is known to say.
   */
  toSettle: ToSettle | null
  /** Votes on the same units that would as likely as not do so; null where none would, or nothing is known of it. */
  votesToSeparate: number | null
  /** The two highest rated of a dead heat, where their difference is known to be too small to matter. */
  equalForFirst: [number, number] | null
}
