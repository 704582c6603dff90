import { binomialTail, wilsonInterval } from '../numbers/distributions.ts'
import { computeWinRate } from '../fit/points.ts'
import { TIE_POINTS } from '../fit/votes.ts'
import { clusteredMean } from '../intervals/clustered-mean.ts'

/** The requirements for a challenger to replace the other contestant. */
export interface Gate {
  minWinRate: number
  minVotes: number
  /** Two-sided. Null: the gate passes by win rate and votes alone. */
  alpha: number | null
}

/** By the cost of a wrong decision. */
export const GATE_PRESETS = {
  cosmetic: { minWinRate: 0.53, minVotes: 200, alpha: null },
  default: { minWinRate: 0.55, minVotes: 400, alpha: 0.05 },
  critical: { minWinRate: 0.6, minVotes: 800, alpha: 0.05 },
} as const satisfies Record<string, Gate>

/** Win rates between 45 and 55 % are practically equal. */
export const EQUAL = 0.55

export type GatePreset = keyof typeof GATE_PRESETS

/** The evidence for one contestant against the other, under one criterion. */
interface GateEvidence {
  votes: number
  winRate: number
  /** At the gate's level, corrected for all tests made at once. The first contestant is better or worse, or it is not shown. */
  answer: 'better' | 'worse' | 'not_shown'
  /** The interval of the expected share. */
  interval: readonly [number, number]
  /** About how many more votes like these would show it. Null: it is shown, or no number is known. */
  moreToShow: number | null
  /** Whether nothing could be shown even if every vote that is there, or can still come, were won. */
  isOutOfReach: boolean
}

export interface GateFinding {
  passes: boolean
  because:
    | 'passed'
    | 'worse'
    | 'win_rate_too_low'
    | 'too_few_votes'
    | 'could_not_show'
    | 'practically_equal'
    | 'more_votes'
  /** About how many more votes would decide. Null: decided, or no number is known. */
  moreVotes: number | null
}

/**
 * Decides by a gate, and says why. Who is shown to be worse does not pass. With a significance level, who is not shown to be
 * better does not pass either: nothing could have shown it, the two are practically equal, or more votes are missing. Of the
 * others those pass that reach the gate's number of votes and its win rate (as printed).
 */
export function passGate(evidence: GateEvidence, gate: Gate): GateFinding {
  const { votes, winRate, answer, interval, moreToShow, isOutOfReach } = evidence
  const missing = Math.max(0, gate.minVotes - votes)
  if (answer === 'worse') return { passes: false, because: 'worse', moreVotes: null }
  if (answer === 'not_shown' && gate.alpha !== null) {
    if (isOutOfReach) return { passes: false, because: 'could_not_show', moreVotes: null }
    if (interval[0] > 1 - EQUAL && interval[1] < EQUAL)
      return { passes: false, because: 'practically_equal', moreVotes: null }
    const mayPass = winRate > 0.5 && winRate >= gate.minWinRate
    const more = mayPass ? moreToShow : null
    return { passes: false, because: 'more_votes', moreVotes: more && Math.max(more, missing) }
  }
  if (missing > 0) return { passes: false, because: 'too_few_votes', moreVotes: missing }
  if (winRate < gate.minWinRate) return { passes: false, because: 'win_rate_too_low', moreVotes: null }
  return { passes: true, because: 'passed', moreVotes: null }
}

// The gate of a challenge: whether a challenger won against the incumbent by more than chance, and how often an
// equally good one would pass.

/** The number of results of each kind, one result for each prompt, from the challenger's side. */
interface ChallengeCounts {
  wins: number
  losses: number
  /** Includes inconsistent results. */
  ties: number
}

export interface ChallengeGate {
  /** The lowest win rate that passes, from ½. It must always be more than ½. */
  minWinRate: number
  /** The level of the one-sided exact binomial test on decisive results. 1: no test. */
  alpha: number
}

/** With these defaults 15 of 20 decisive results pass. */
export const CHALLENGE_GATE: ChallengeGate = { minWinRate: 0.5, alpha: 0.05 }

interface ChallengeFinding {
  /** (wins + ties / 2) / all. Null without a result. */
  winRate: number | null
  /**
   * The 95 % interval of the win rate: normal, with each prompt as a unit. Wilson's if all results are equal and
   * none is a tie.
   */
  interval: [number, number] | null
  /**
   * One-sided, exact: the probability of at least as many wins among the decisive results with a fair coin. 1
   * without a decisive result.
   */
  pValue: number
  /** Better or worse at the gate's level, and at 5 % where it asks for a plain majority. One-sided, exact. */
  answer: 'better' | 'worse' | 'not_shown'
  passes: boolean
}

/** How often the attempts of an epoch may promote at least one challenger that is no better, by default. */
export const EPOCH_ALPHA = 0.05

/** The level of the nth attempt of an epoch, from 1. The levels of all attempts add up to `EPOCH_ALPHA`. */
export const levelOfAttempt = (n: number): number => (6 * EPOCH_ALPHA) / (Math.PI * n) ** 2

/** How much of `EPOCH_ALPHA` the first n attempts of an epoch have spent. */
export function levelSpent(n: number): number {
  let spent = 0
  for (let place = n; place > 0; place--) spent += levelOfAttempt(place)
  return spent
}

/** Decides by the gate on the results of one challenge. */
export function passChallenge(counts: ChallengeCounts, gate: ChallengeGate): ChallengeFinding {
  const { wins, losses, ties } = counts
  const winRate = computeWinRate(counts.wins, counts.ties, counts.losses)
  const pValue = binomialTail(wins, wins + losses, 0.5)
  const level = Math.min(gate.alpha, EPOCH_ALPHA)
  const score = [
    ...Array(wins).fill(1),
    ...Array(losses).fill(0),
    ...Array(ties).fill(TIE_POINTS),
  ] as number[]
  const interval = clusteredMean(score, [...score.keys()])?.interval ?? null
  return {
    winRate,
    interval: interval ?? (ties === 0 ? wilsonInterval(wins, wins + losses) : null),
    pValue,
    answer:
      pValue <= level ? 'better' : binomialTail(losses, wins + losses, 0.5) <= level ? 'worse' : 'not_shown',
    passes: isEnough(counts, gate),
  }
}

/** The fewest wins of so many results without a tie, beside so many ties, that pass. Null: not even all of them. */
export function minimumChallengeWins(results: number, gate: ChallengeGate, ties = 0): number | null {
  for (let wins = Math.floor(results / 2); wins <= results; wins++)
    if (isEnough({ wins, losses: results - wins, ties }, gate)) return wins
  return null
}

/**
 * How often an exactly equally good challenger would pass with this many decisive results and ties. This is the
 * true size of the gate. It is at most alpha, and smaller because counts are whole.
 */
export function chanceOfPassing({ wins, losses, ties }: ChallengeCounts, gate: ChallengeGate): number {
  const least = minimumChallengeWins(wins + losses, gate, ties)
  return least === null ? 0 : binomialTail(least, wins + losses, 0.5)
}

/** P(at least one of several passes), if each passes independently with its own probability: 1 − Π (1 − p). */
export function chanceOfAny(chances: readonly number[]): number {
  return 0 - Math.expm1(chances.reduce((sum, chance) => sum + Math.log1p(-chance), 0))
}

function isEnough(counts: ChallengeCounts, { minWinRate, alpha }: ChallengeGate): boolean {
  const winRate = computeWinRate(counts.wins, counts.ties, counts.losses)
  if (winRate === null || winRate <= 0.5 || winRate < minWinRate) return false
  return binomialTail(counts.wins, counts.wins + counts.losses, 0.5) <= alpha
}
