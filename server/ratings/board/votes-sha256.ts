import { createHash } from 'node:crypto'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { clusterOf } from './rated-vote.ts'
import type { RatedVote } from './rated-vote.ts'

/**
 * What the board was computed from, in one number: SHA-256 over one line per vote,
 * `id \t contestant_a \t contestant_b \t outcome \t cluster`, UTF-8, each ended by LF, sorted by id.
 * @param votes  sorted by `inCanonicalOrder`
 */
export function votesSha256(votes: readonly RatedVote[], cluster: Cluster): string {
  const hash = createHash('sha256')
  for (const vote of votes) hash.update(`${vote.id}\t${rest(vote)}\t${clusterOf(vote, cluster)}\n`, 'utf8')
  return hash.digest('hex')
}

/** Sorted by id as strings; votes that share an id by all else they say, so the order given never matters. */
export function inCanonicalOrder(votes: readonly RatedVote[]): RatedVote[] {
  const byKey = Map.groupBy(
    votes,
    (vote) => `${vote.id}\0${rest(vote)}\0${vote.prompt ?? ''}\0${vote.voter ?? ''}`,
  )
  return [...byKey.keys()].sort().flatMap((key) => byKey.get(key)!)
}

function rest({ contestantA, contestantB, outcome }: RatedVote): string {
  return `${contestantA}\t${contestantB}\t${outcome}`
}
