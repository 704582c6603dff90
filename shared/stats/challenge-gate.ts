/**
 * The gate of a challenge: whether a challenger won against the incumbent by more than chance, and how often one that
 * is no better would pass.
 */
import { binomialTail } from './binomial.ts'
import { wilsonInterval } from './wilson.ts'
import { clusteredMean } from './clustered-mean.ts'

/** One result for each prompt, as the challenger sees it. */
export interface ChallengeCounts {
  wins: number
  losses: number
  /** Inconsistent ones among them. */
  ties: number
}

export interface ChallengeGate {
  /** The least win rate, from ½ up; more than ½ is asked for always. */
  minWinRate: number
  /** Of the one-sided exact binomial test on decisive results; 1 asks none. */
  alpha: number
}

/** STATISTICS: 15 of 20 decisive results pass. */
export const CHALLENGE_GATE: ChallengeGate = { minWinRate: 0.5, alpha: 0.05 }

export interface ChallengeFinding {
  /** (wins + ties / 2) / all; null without a result. */
  winRate: number | null
  /** 95 %, of the win rate: normal, each prompt a unit; Wilson's where all results are alike and none is a tie. */
  interval: [number, number] | null
  /** P(at least as many wins among the decisive) of a fair coin: one-sided, exact. 1 without a decisive result. */
  pValue: number
  passes: boolean
}

/** Holds the results of one challenge against a gate. */
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
 * How often a challenger that is exactly as good would pass with as many decisive results and ties: the true size of
 * the gate, at most alpha, and below it because counts are whole.
 */
export function chanceOfPassing({ wins, losses, ties }: ChallengeCounts, gate: ChallengeGate): number {
  const decisive = wins + losses
  let least = Math.floor(decisive / 2)
  while (least <= decisive && !isEnough({ wins: least, losses: decisive - least, ties }, gate)) least++
  return least > decisive ? 0 : binomialTail(least, decisive, 0.5)
}

/** P(at least one of several passes), each by itself with its own chance: 1 − Π (1 − p). */
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
