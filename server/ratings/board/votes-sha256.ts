import { createHash } from 'node:crypto'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { byCodeUnits } from './code-units.ts'
import { clusterOf } from './rated-vote.ts'
import type { RatedVote } from './rated-vote.ts'

/**
 * What the board was computed from, in one number: SHA-256 over one line per vote,
 * `id \t contestant_a \t contestant_b \t outcome \t cluster`, UTF-8, each ended by LF, sorted by id.
 * @param votes  sorted by `inCanonicalOrder`
 */
export function votesSha256(votes: readonly RatedVote[], cluster: Cluster): string {
  const hash = createHash('sha256')
  for (const vote of votes) hash.update(lineOf(vote, clusterOf(vote, cluster)), 'utf8')
  return hash.digest('hex')
}

/** Sorted by id as strings; votes that share an id by the rest of their line, so the order given never matters. */
export function inCanonicalOrder(votes: readonly RatedVote[]): RatedVote[] {
  return [...votes].sort((a, b) => byCodeUnits(a.id, b.id) || byCodeUnits(restOf(a), restOf(b)))
}

function lineOf({ id, contestantA, contestantB, outcome }: RatedVote, cluster: string): string {
  return `${id}\t${contestantA}\t${contestantB}\t${outcome}\t${cluster}\n`
}

function restOf(vote: RatedVote): string {
  return lineOf(vote, `${vote.prompt ?? ''}\t${vote.voter ?? ''}`)
}
