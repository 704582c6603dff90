import type { Cluster, Warning } from '../../../shared/contracts/index.ts'
import type { RatedVote } from './rated-vote.ts'

/**
 * The unit votes are resampled by: what was asked for, else the prompt; where no prompt has two votes, votes are
 * their own units anyway. What no vote names cannot be a unit: then by vote, with a warning.
 */
export function chooseCluster(
  votes: readonly RatedVote[],
  asked: Cluster | null,
): { cluster: Cluster; warnings: Warning[] } {
  if (asked === 'vote') return { cluster: 'vote', warnings: [] }
  const cluster = asked ?? 'prompt'
  if (votes.length === 0) return { cluster, warnings: [] }
  const without = votes.filter((vote) => vote[cluster] === null).length
  if (without === votes.length) return { cluster: 'vote', warnings: [unclustered(cluster)] }
  if (asked === null && noneRepeats(votes)) return { cluster: 'vote', warnings: [] }
  return { cluster, warnings: without > 0 ? [partlyClustered(cluster, without)] : [] }
}

function noneRepeats(votes: readonly RatedVote[]): boolean {
  const seen = new Set<string>()
  for (const { prompt } of votes) {
    if (prompt === null) continue
    if (seen.has(prompt)) return false
    seen.add(prompt)
  }
  return true
}

function unclustered(cluster: 'prompt' | 'voter'): Warning {
  return {
    code: cluster === 'prompt' ? 'no_question_id' : 'no_voter',
    message: `No vote names its ${cluster} (column ${COLUMN[cluster]}), so each vote counts as independent: where votes share a ${cluster}, the intervals are too narrow.`,
  }
}

function partlyClustered(cluster: 'prompt' | 'voter', count: number): Warning {
  return {
    code: cluster === 'prompt' ? 'no_question_id' : 'no_voter',
    message: `${count === 1 ? '1 vote does' : `${count} votes do`} not name a ${cluster} (column ${COLUMN[cluster]}); each of them counts as independent.`,
    count,
  }
}

const COLUMN = { prompt: 'question_id', voter: 'judge' }
