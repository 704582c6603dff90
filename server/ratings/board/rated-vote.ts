import type { Cluster, Outcome } from '../../../shared/contracts/index.ts'

/** One vote as a board is computed from it, wherever it was kept. */
export interface RatedVote {
  /** Unique among the votes of the view; '' where votes have none. */
  id: string
  contestantA: string
  contestantB: string
  /** `left` is contestantA. */
  outcome: Outcome
  prompt: string | null
  voter: string | null
}

/**
 * The unit a vote is resampled with: its prompt or its voter. A vote without one, and every vote when clustered by
 * vote, is a unit of its own, named by its id.
 */
export function clusterOf(vote: RatedVote, cluster: Cluster): string {
  if (cluster === 'prompt') return vote.prompt ?? vote.id
  return cluster === 'voter' ? (vote.voter ?? vote.id) : vote.id
}
