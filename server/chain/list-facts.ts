import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/publication.ts'
import { nonceOf } from './leaf.ts'
import { selectListedChanges, selectListedVotes } from './list-queries.ts'
import type { ListedChange, ListedVote } from './list-queries.ts'
import { selectDigests, selectKey } from './queries.ts'

const PORTION = 2000

export const FACT_COLUMNS = [
  'kind',
  'id',
  'day',
  'recorded',
  'vote',
  'released',
  'battle',
  'question_id',
  'model_a',
  'model_b',
  'outcome',
  'criterion',
  'source',
  'inconsistent',
  'cast',
  'voter',
  'voter_salt',
  'voter_commitment',
  'nonce',
  'leaf',
] as const

export type FactRecord = Partial<Record<(typeof FACT_COLUMNS)[number], string | number | boolean | null>>

/**
 * Every fact of the days that have a digest, as rows of a file, in portions. A vote that was taken back has only its
 * leaf, so that nobody learns names from it. A public fact of such a day that no digest covers has no `day`.
 */
export async function* listFacts(deps: Pick<Deps, 'db'>, arenaId: number): AsyncGenerator<FactRecord[]> {
  const { db } = deps
  const publication = await published(deps)
  const [newest] = await selectDigests(db, arenaId, 1)
  const key = await selectKey(db, arenaId)
  if (!newest || !key) return
  const listing = { last: newest.day, publication }
  yield* portions(
    (after) => selectListedVotes(db, arenaId, listing, after, PORTION),
    (vote) => voteRecord(vote, key),
  )
  for (const kind of ['retraction', 'quarantine'] as const)
    yield* portions(
      (after) => selectListedChanges(db, kind, arenaId, listing, after, PORTION),
      (change) => changeRecord(kind, change),
    )
}

async function* portions<Row extends { id: number }>(
  select: (after: number) => Promise<Row[]>,
  recordOf: (row: Row) => FactRecord,
): AsyncGenerator<FactRecord[]> {
  for (let after = 0; ;) {
    const rows = await select(after)
    if (rows.length === 0) return
    yield rows.map(recordOf)
    after = rows.at(-1)!.id
  }
}

function voteRecord(vote: ListedVote, key: Buffer): FactRecord {
  const { id, day, recordedAt: recorded } = vote
  const chained = { kind: 'vote', id, day, recorded, leaf: hexOf(vote.leaf) }
  if (vote.isRetracted) return chained
  return {
    ...chained,
    battle: vote.battle,
    question_id: vote.prompt,
    model_a: vote.left,
    model_b: vote.right,
    outcome: vote.outcome,
    criterion: vote.criterion,
    source: vote.source,
    inconsistent: vote.inconsistent,
    cast: vote.castAt,
    voter: vote.voter,
    voter_salt: vote.voter === null ? null : hexOf(vote.salt),
    voter_commitment: vote.voter === null ? null : hexOf(vote.commitment),
    nonce: nonceOf(key, id),
  }
}

const changeRecord = (
  kind: 'retraction' | 'quarantine',
  { id, vote, released, recordedAt, day, leaf }: ListedChange,
): FactRecord => ({ kind, id, day, recorded: recordedAt, vote, released, leaf: hexOf(leaf) })

const hexOf = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null
