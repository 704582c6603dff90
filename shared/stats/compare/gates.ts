import { binomialTail, wilsonInterval } from '../numbers/distributions.ts'
import { clusteredMean } from '../intervals/clustered-mean.ts'

/** The requirements for a challenger to replace the other contestant. */
export interface Gate {
  minWinRate: number
  minVotes: number
  /** Two-sided. Null: no significance is required. */
  alpha: number | null
}

/** By the cost of a wrong decision. */
export const GATE_PRESETS = {
  cosmetic: { minWinRate: 0.53, minVotes: 200, alpha: null },
  default: { minWinRate: 0.55, minVotes: 400, alpha: 0.05 },
  critical: { minWinRate: 0.6, minVotes: 800, alpha: 0.05 },
} as const satisfies Record<string, Gate>

export type GatePreset = keyof typeof GATE_PRESETS
type GateVerdict = 'ship' | 'do_not_ship' | 'not_decided_yet'
type GateReason = 'passed' | 'too_few_votes' | 'lost' | 'win_rate_too_low' | 'not_significant'

/** The evidence for one contestant against the other, under one criterion. */
interface GateEvidence {
  votes: number
  winRate: number
  /** The contestant with a significant lead, corrected for all tests made at once. Null: neither. */
  significantFor: 'own' | 'other' | null
  /** How many more votes like these would make it significant. Null: it already is, or no number is known. */
  moreToSignificance: number | null
  /**
   * If the comparison is looked at more than once: whether more votes may still reach the required win rate, so
   * that a lower one decides nothing while neither lead is certain. Undefined: this is the only look.
   */
  mayRise?: boolean
}

export interface GateFinding {
  verdict: GateVerdict
  because: GateReason
  /** If undecided: about how many more votes would decide. Null if no number is known. */
  moreVotes: number | null
}

const ROUNDING = 1e-9

/**
 * Decides by a gate. With fewer votes than required nothing ships, and only what more votes cannot change is decided.
 * From there on a win rate (as printed) below the required one does not ship, and one that reaches it ships once it
 * is significant, if that is required. If there is more than one look, a win rate that has fallen below is not a
 * decision yet.
 */
export function passGate({ votes, winRate, ...evidence }: GateEvidence, gate: Gate): GateFinding {
  const asksSignificance = gate.alpha !== null
  // a significant win rate that is too low does not ship, so more votes for significance are not requested
  const mayShip = winRate > 0.5 && winRate >= gate.minWinRate
  const toSignificance = asksSignificance && mayShip ? (evidence.moreToSignificance ?? 0) : 0
  const isLost = asksSignificance && evidence.significantFor === 'other'
  const holdsAtEveryLook = evidence.mayRise !== undefined
  if (isLost && (holdsAtEveryLook || votes >= gate.minVotes))
    return { verdict: 'do_not_ship', because: 'lost', moreVotes: null }
  // the win rate if all missing votes were won
  const highest = 1 - ((1 - winRate) * votes) / gate.minVotes
  const isOutOfReach = votes < gate.minVotes && !evidence.mayRise && highest < gate.minWinRate - ROUNDING
  if (isOutOfReach) return { verdict: 'do_not_ship', because: 'win_rate_too_low', moreVotes: null }
  if (votes < gate.minVotes)
    return {
      verdict: 'not_decided_yet',
      because: 'too_few_votes',
      moreVotes: Math.max(gate.minVotes - votes, toSignificance),
    }
  const isOpen = asksSignificance && evidence.significantFor === null
  if (winRate < gate.minWinRate && !(isOpen && evidence.mayRise))
    return { verdict: 'do_not_ship', because: 'win_rate_too_low', moreVotes: null }
  if (isOpen)
    return {
      verdict: 'not_decided_yet',
      because: 'not_significant',
      moreVotes: mayShip ? evidence.moreToSignificance : null,
    }
  return { verdict: 'ship', because: 'passed', moreVotes: null }
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
  const winRate = winRateOf(counts)
  const pValue = binomialTail(wins, wins + losses, 0.5)
  const score = [...Array(wins).fill(1), ...Array(losses).fill(0), ...Array(ties).fill(0.5)] as number[]
  const interval = clusteredMean(score, [...score.keys()])?.interval ?? null
  return {
    winRate,
    interval: interval ?? (ties === 0 ? wilsonInterval(wins, wins + losses) : null),
    pValue,
    passes: isEnough(counts, gate),
  }
}

/**
 * How often an exactly equally good challenger would pass with this many decisive results and ties. This is the
 * true size of the gate. It is at most alpha, and smaller because counts are whole.
 */
export function chanceOfPassing({ wins, losses, ties }: ChallengeCounts, gate: ChallengeGate): number {
  const decisive = wins + losses
  let least = Math.floor(decisive / 2)
  while (least <= decisive && !isEnough({ wins: least, losses: decisive - least, ties }, gate)) least++
  return least > decisive ? 0 : binomialTail(least, decisive, 0.5)
}

/** P(at least one of several passes), if each passes independently with its own probability: 1 − Π (1 − p). */
export function chanceOfAny(chances: readonly number[]): number {
  return 0 - Math.expm1(chances.reduce((sum, chance) => sum + Math.log1p(-chance), 0))
}

function isEnough(counts: ChallengeCounts, { minWinRate, alpha }: ChallengeGate): boolean {
  const winRate = winRateOf(counts)
  if (winRate === null || winRate <= 0.5 || winRate < minWinRate) return false
  return binomialTail(counts.wins, counts.wins + counts.losses, 0.5) <= alpha
}

function winRateOf({ wins, losses, ties }: ChallengeCounts): number | null {
  const all = wins + losses + ties
  return all === 0 ? null : (wins + ties / 2) / all
}
