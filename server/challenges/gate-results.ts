/** Compares the results of one attempt with a gate. */
import { type ChallengeCounts, type ChallengeGate, passChallenge } from '../../shared/stats/compare/gates.ts'
import type { ChallengeResult } from './challenge-results.ts'

/** The largest share of references without a result with which a challenger can be promoted. */
export const MOST_MISSING = 0.1

/** Wins, losses and ties of the challenger. A prompt that it did not answer is a loss. */
export function countsOf(results: readonly ChallengeResult[]): ChallengeCounts {
  const count = (outcome: ChallengeResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  return { wins: count('won'), losses: count('lost'), ties: count('tie') }
}

export const passesGate = (results: readonly ChallengeResult[], gate: ChallengeGate): boolean =>
  passChallenge(countsOf(results), gate).passes

/** Whether there are enough results for a promotion. */
export function hasEnoughResults(results: readonly ChallengeResult[], references: number): boolean {
  const withResult = results.filter(({ outcome }) => outcome !== null).length
  return (references - withResult) / references <= MOST_MISSING
}
