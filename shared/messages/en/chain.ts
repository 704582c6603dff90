import { figure } from './figures.ts'

export type FactKind = 'vote' | 'retraction' | 'quarantine'

interface NamedFact {
  day: string
  kind: FactKind
  id: number
}

const KINDS: Record<FactKind, string> = {
  vote: 'vote',
  retraction: 'the retraction of vote',
  quarantine: 'quarantine entry',
}

/** What does not fit the chain of daily digests, and what is wrong with a request about it. */
export const chain = {
  chain_day_differs: ({ day }: { day: string }) => `${day}: the facts of this day make another digest.`,
  chain_votes_differ: ({ day, votes, there }: { day: string; votes: number; there: number }) =>
    `${day}: the digest covers ${figure(votes)} votes, and the file has ${figure(there)} of them.`,
  chain_fact_changed: ({ day, kind, id }: NamedFact) =>
    `${day}: ${KINDS[kind]} ${id} was changed after its digest was made.`,
  chain_fact_uncovered: ({ day, kind, id }: NamedFact) =>
    `${day}: no digest covers ${KINDS[kind]} ${id}, though its day has one. It was inserted later, or a clock was wrong.`,
  chain_voter_differs: ({ day, id }: { day: string; id: number }) =>
    `${day}: vote ${id} names another voter than the one it was chained with.`,
  chain_link_broken: ({ day, before }: { day: string; before: string }) =>
    `${day}: its digest does not continue the digest before it, of ${before}.`,
  chain_digest_unknown: ({ digest }: { digest: string }) =>
    `No published digest begins with ${digest}. The chain was rewritten after you noted it, or it belongs to another arena.`,
  no_fact: 'no fact; export the file with export ARENA facts',
  digest_digits: 'give 12 to 64 hexadecimal digits',
  digest_needs_chain: '--digest needs a chain: name /api/arenas/ARENA/digests as the snapshot.',
  no_chain: ({ place, why }: { place: string; why: string }) => `${place} is not a list of digests: ${why}.`,
  facts_have_no_view: 'facts are exported as a whole; leave the filters out.',
}
