import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/types.ts'
import type { VoteColumns } from '../../../shared/stats/types.ts'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { byCodeUnits } from './code-units.ts'
import type { RatedVote } from './rated-vote.ts'

const OUTCOMES = { left: LEFT, right: RIGHT, tie: TIE, both_bad: BOTH_BAD }

/**
 * Numbers contestants and clusters by their sorted names, so that neither the order of votes nor of names can move a
 * result.
 * @param votes  sorted by `inCanonicalOrder`
 * @param names  all contestants, sorted
 */
export function numberVotes(
  votes: readonly RatedVote[],
  names: readonly string[],
  cluster: Cluster,
): VoteColumns {
  const numbers = new Map(names.map((name, i) => [name, i]))
  const { unit, units } =
    cluster === 'vote' ? { unit: new Int32Array(votes.length), units: 0 } : unitsOf(votes, cluster)
  const columns: VoteColumns = {
    contestants: names.length,
    units,
    left: new Int32Array(votes.length),
    right: new Int32Array(votes.length),
    outcome: new Uint8Array(votes.length),
    unit,
  }
  votes.forEach((vote, i) => {
    columns.left[i] = numbers.get(vote.contestantA)!
    columns.right[i] = numbers.get(vote.contestantB)!
    columns.outcome[i] = OUTCOMES[vote.outcome]
  })
  return columns
}

/** Named units first, sorted; then one for each vote that belongs to none. */
function unitsOf(votes: readonly RatedVote[], cluster: 'prompt' | 'voter') {
  const names = new Set<string>()
  for (const vote of votes) if (vote[cluster] !== null) names.add(vote[cluster])
  const numbers = new Map([...names].sort(byCodeUnits).map((name, i) => [name, i]))
  let units = numbers.size
  const unit = Int32Array.from(votes, (vote) =>
    vote[cluster] === null ? units++ : numbers.get(vote[cluster])!,
  )
  return { unit, units }
}
