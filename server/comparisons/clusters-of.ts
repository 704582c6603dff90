import type { CriterionFinding } from '../../shared/contracts/index.ts'
import type { SharedVote } from './queries.ts'

/** How votes are grouped into clusters. */
export interface Clusters {
  cluster: CriterionFinding['cluster']
  /** The unit of each vote, as a number. */
  unit: number[]
  /** The voter of each vote, if votes are grouped by prompt and by voter together. */
  crossed: number[] | null
  /**
   * The effective number of voters (Kish 1965): how many voters with equally many votes are worth as much. Null if no
   * vote names its voter.
   */
  voters: number | null
}

/** With fewer effective voters, the result speaks only for these people. */
export const FEWEST_VOTERS = 8

/**
 * Groups votes that are not independent: all votes on a prompt, and all votes of a person. Few voters say nothing
 * about other people, so their votes are grouped by prompt alone. Judges' votes are never grouped by judge. A vote
 * without prompt and voter is a cluster of one.
 */
export function clustersOf(votes: readonly Pick<SharedVote, 'promptId' | 'voter'>[]): Clusters {
  const byPrompt = votes.map(({ promptId }, i) => promptId ?? -1 - i)
  const number = new Map<string, number>()
  const byVoter = votes.map(({ voter }, i) => {
    if (voter === null) return -1 - i
    if (!number.has(voter)) number.set(voter, number.size)
    return number.get(voter)!
  })
  const isPrompted = votes.some(({ promptId }) => promptId !== null)
  if (number.size === 0)
    return { cluster: isPrompted ? 'prompt' : 'vote', unit: byPrompt, crossed: null, voters: null }
  const counts = new Int32Array(number.size)
  for (const voter of byVoter) if (voter >= 0) counts[voter]++
  const named = counts.reduce((sum, count) => sum + count, 0)
  const voters = named ** 2 / counts.reduce((sum, count) => sum + count * count, 0)
  if (!isPrompted) return { cluster: 'voter', unit: byVoter, crossed: null, voters }
  const isRepeated = counts.some((count) => count > 1)
  if (!isRepeated || voters < FEWEST_VOTERS)
    return { cluster: 'prompt', unit: byPrompt, crossed: null, voters }
  return { cluster: 'both', unit: byPrompt, crossed: byVoter, voters }
}
