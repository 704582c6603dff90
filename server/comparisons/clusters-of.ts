import type { CriterionFinding } from '../../shared/contracts/index.ts'
import type { SharedVote } from './queries.ts'

/** By what votes are grouped. */
export interface Clusters {
  cluster: CriterionFinding['cluster']
  /** By vote, the number of its unit. */
  unit: number[]
  /** By vote its voter, where votes are grouped by prompt and voter together. */
  crossed: number[] | null
  /** How many people of equally many votes theirs are worth (Kish 1965); null where no vote names its voter. */
  voters: number | null
}

/** Votes of fewer people, as effective number, speak for these people alone. */
export const FEWEST_VOTERS = 8

/**
 * What hangs together: all votes on a prompt, and all votes of a person. Of few people nothing can be said about others,
 * so their votes are grouped by prompt alone; judges are always these judges. A vote that names neither stands by itself.
 */
export function clustersOf(meetings: readonly Pick<SharedVote, 'promptId' | 'voter'>[]): Clusters {
  const byPrompt = meetings.map(({ promptId }, i) => promptId ?? -1 - i)
  const number = new Map<string, number>()
  const byVoter = meetings.map(({ voter }, i) => {
    if (voter === null) return -1 - i
    if (!number.has(voter)) number.set(voter, number.size)
    return number.get(voter)!
  })
  const isPrompted = meetings.some(({ promptId }) => promptId !== null)
  if (number.size === 0)
    return { cluster: isPrompted ? 'prompt' : 'vote', unit: byPrompt, crossed: null, voters: null }
  const counts = new Int32Array(number.size)
  for (const own of byVoter) if (own >= 0) counts[own]++
  const votes = counts.reduce((sum, own) => sum + own, 0)
  const voters = votes ** 2 / counts.reduce((sum, own) => sum + own * own, 0)
  if (!isPrompted) return { cluster: 'voter', unit: byVoter, crossed: null, voters }
  const isRepeated = counts.some((own) => own > 1)
  if (!isRepeated || voters < FEWEST_VOTERS)
    return { cluster: 'prompt', unit: byPrompt, crossed: null, voters }
  return { cluster: 'both', unit: byPrompt, crossed: byVoter, voters }
}
