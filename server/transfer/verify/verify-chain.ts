import { commitmentOf, DayDigest } from '../../chain/index.ts'
import type { ChainDigest, ChainDigests } from '../../../shared/contracts/index.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import type { FactRow } from '../formats/facts.ts'

/** Something that does not fit the chain. */
export interface ChainDifference {
  /** Null: of no single day. */
  day: string | null
  code: string
  message: string
}

/** Whether exported facts fit the published digests. */
export interface ChainVerification {
  agrees: boolean
  days: number
  facts: number
  /** The newest digest. */
  newest: { day: string; digest: string } | null
  differences: ChainDifference[]
  /** Facts that their own day's digest does not cover, but a later one. */
  late: number
}

const KIND_ORDER = { vote: 0, retraction: 1, quarantine: 2 } as const

/**
 * Recomputes each day's digest from the facts, and checks the links between the days.
 * @param notedDigest the first digits, or all, of a digest that was noted earlier; one of the published digests must be it
 */
export function verifyChain(
  { arena, digests: published }: ChainDigests,
  facts: readonly FactRow[],
  notedDigest: string | null = null,
): ChainVerification {
  const digests = [...published].sort((one, other) => (one.day < other.day ? -1 : 1))
  const known = new Set(digests.map(({ day }) => day))
  const ofDay = Map.groupBy(facts, ({ day }) => day ?? '')
  const findings: [string | null, CodedMessage][] = [
    ...digests.flatMap((digest, i) =>
      [
        ...linkOf(digests[i - 1], digest),
        ...differencesOfDay(arena, digest, ofDay.get(digest.day) ?? []),
      ].map((message): [string, CodedMessage] => [digest.day, message]),
    ),
    ...facts
      .filter(({ day }) => day === null || !known.has(day))
      .map((fact): [string, CodedMessage] => {
        const day = fact.recorded.slice(0, 10)
        return [day, msg('chain_fact_uncovered', { day, kind: fact.kind, id: fact.id })]
      }),
    ...(notedDigest !== null && !digests.some(({ digest }) => digest.startsWith(notedDigest.toLowerCase()))
      ? [[null, msg('chain_digest_unknown', { digest: notedDigest })] as [null, CodedMessage]]
      : []),
  ]
  const differences = findings.map(([day, message]) => ({
    day,
    code: message.code,
    message: inEnglish(message),
  }))
  const newest = digests.at(-1)
  return {
    agrees: differences.length === 0,
    days: digests.length,
    facts: facts.length,
    newest: newest ? { day: newest.day, digest: newest.digest } : null,
    differences: differences.sort((one, other) => ((one.day ?? '') < (other.day ?? '') ? -1 : 1)),
    late: facts.filter(({ day, recorded }) => day !== null && recorded.slice(0, 10) < day).length,
  }
}

function linkOf(before: ChainDigest | undefined, { day, previous }: ChainDigest): CodedMessage[] {
  if (!before) return []
  if (before.day === day || previous !== before.digest || nextDay(before.day) !== day)
    return [msg('chain_link_broken', { day, before: before.day })]
  return []
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function differencesOfDay(arena: string, { day, previous, digest, votes }: ChainDigest, facts: FactRow[]) {
  const sorted = facts.sort(
    (one, other) => KIND_ORDER[one.kind] - KIND_ORDER[other.kind] || one.id - other.id,
  )
  const recomputed = new DayDigest(arena, day, previous)
  for (const { leaf } of sorted) recomputed.add(leaf ?? '-')
  const otherVoters = sorted
    .filter(({ voter }) => voter && hexCommitment(voter) !== voter.commitment)
    .map(({ id }) => msg('chain_voter_differs', { day, id }))
  if (recomputed.digest() === digest) return otherVoters
  const changed = sorted
    .filter(({ leaf, storedLeaf }) => leaf !== storedLeaf)
    .map(({ kind, id }) => msg('chain_fact_changed', { day, kind, id }))
  const there = sorted.filter(({ kind }) => kind === 'vote').length
  const counts = there === votes ? [] : [msg('chain_votes_differ', { day, votes, there })]
  return [msg('chain_day_differs', { day }), ...counts, ...changed, ...otherVoters]
}

const hexCommitment = ({ id, salt }: NonNullable<FactRow['voter']>) =>
  commitmentOf(Buffer.from(salt, 'hex'), id).toString('hex')
