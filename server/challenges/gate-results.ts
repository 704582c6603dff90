/** Holds what came of one attempt against a gate. */
import type { ChallengeCounts, ChallengeGate } from '../../shared/stats/internal.ts'
import { passChallenge } from '../../shared/stats/internal.ts'
import type { ChallengeResult } from './challenge-results.ts'

/** The largest share of references without a result at which somebody may be promoted. */
export const MOST_MISSING = 0.1

/** Wins, losses and ties of the challenger; what it did not answer is lost. */
export function countsOf(results: readonly ChallengeResult[]): ChallengeCounts {
  const count = (outcome: ChallengeResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  return { wins: count('won'), losses: count('lost'), ties: count('tie') }
}

export const passesGate = (results: readonly ChallengeResult[], gate: ChallengeGate): boolean =>
  passChallenge(countsOf(results), gate).passes

/** Whether so many results are there that a promotion may rest on them. */
export function hasEnoughResults(results: readonly ChallengeResult[], references: number): boolean {
  const there = results.filter(({ outcome }) => outcome !== null).length
  return (references - there) / references <= MOST_MISSING
}
