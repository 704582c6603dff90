/**
 * The gate of a challenge: whether a challenger won against the incumbent by more than chance, and how often an
 * equally good one would pass.
 */
import { binomialTail } from './binomial.ts'
import { wilsonInterval } from './wilson.ts'
import { clusteredMean } from './clustered-mean.ts'

/** The number of results of each kind, one result for each prompt, from the challenger's side. */
export interface ChallengeCounts {
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

export interface ChallengeFinding {
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
