/**
 * The numbers of counted votes. A process keeps them in memory and brings them up to date with what is new. The numbers
 * of large arenas are stored too, so a process that starts does not count all their votes.
 */
import type { Kysely } from 'kysely'
import type { Deps } from '../platform/deps.ts'
import { published, snapshotsOf } from '../platform/publication.ts'
import type { Publication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'
import { selectCountChanges, selectNextPosition } from './source-queries.ts'
import type { CountChange, CountPosition, SourceCount } from './source-queries.ts'
import { selectStoredCounts, storeCount } from './stored-count-queries.ts'

/** A count, and what it has counted. */
interface KeptCount extends CountPosition {
  counts: readonly SourceCount[]
  /** New facts at the last reading. */
  facts: number
  /** Facts that it has counted and the stored count has not. */
  unstored: number
}

/** Two counts of each arena: of what is public, and of everything. */
const keptCounts = new WeakMap<object, Record<'all' | 'public', Map<number, KeptCount>>>()

/**
 * The number of counted votes by kind of voter of these arenas. The first reading counts all votes since the stored count,
 * if there is one; later ones what is new.
 * @param publication what is public; null: everything
 * @param manyFacts after so many new facts the count is kept anew; until then each reading goes through them
 */
export async function votesBySource(
  db: Kysely<Database>,
  arenaIds: readonly number[],
  publication: Publication | null,
  manyFacts = 1000,
): Promise<SourceCount[]> {
  const byArena = keptOf(db, publication)
  const unknown = arenaIds.filter((arenaId) => !usable(byArena.get(arenaId), publication))
  for (const stored of await selectStoredCounts(db, unknown, publication !== null))
    byArena.set(stored.arenaId, { ...stored, facts: 0, unstored: 0 })
  const begun = arenaIds.map(
    (arenaId) => usable(byArena.get(arenaId), publication) ?? nothingCounted(arenaId),
  )
  const behind = begun.filter(({ facts }) => facts > manyFacts)
  for (const count of await broughtUpToDate(db, behind, publication)) byArena.set(count.arenaId, count)
  const kept = begun.map((count) => (count.facts > manyFacts ? byArena.get(count.arenaId)! : count))
  const changes = await selectCountChanges(db, kept, publication)
  const changesOf = Map.groupBy(changes, ({ arenaId }) => arenaId)
  return kept.flatMap((count) => {
    const own = changesOf.get(count.arenaId) ?? []
    byArena.set(count.arenaId, { ...count, facts: factsOf(own) })
    return added(count.counts, own)
  })
}

/**
 * Stores the count of an arena, once as many facts are new since it was stored.
 * @param manyFacts a process that starts counts no more than about this many
 */
export async function storeVoteCounts(
  { db }: Pick<Deps, 'db'>,
  arenaId: number,
  manyFacts = MANY_VOTES,
): Promise<void> {
  for (const publication of new Set([null, await published({ db })])) {
    await votesBySource(db, [arenaId], publication)
    const byArena = keptOf(db, publication)
    const count = byArena.get(arenaId)!
    if (count.unstored < manyFacts) continue
    await storeCount(db, count, publication !== null)
    byArena.set(arenaId, { ...count, unstored: 0 })
  }
}

/** From how many votes a count is stored. Fewer are counted in a moment. */
export const MANY_VOTES = 100_000

function keptOf(db: Kysely<Database>, publication: Publication | null): Map<number, KeptCount> {
  const counts = keptCounts.get(db) ?? { all: new Map(), public: new Map() }
  keptCounts.set(db, counts)
  return counts[publication === null ? 'all' : 'public']
}

/** Of an older publication than the last one asked for, a count may have votes that are not public yet. */
const usable = (count: KeptCount | undefined, publication: Publication | null): KeptCount | undefined =>
  count && Number(count.since) <= snapshotsOf(publication).votes.begin ? count : undefined

const nothingCounted = (arenaId: number): KeptCount => ({
  arenaId,
  // the oldest number that Postgres takes
  since: '1',
  counts: [],
  // so that all votes are counted once, and kept at once
  facts: Infinity,
  unstored: 0,
})

async function broughtUpToDate(
  db: Kysely<Database>,
  kept: readonly KeptCount[],
  publication: Publication | null,
): Promise<KeptCount[]> {
  if (kept.length === 0) return []
  const next = await selectNextPosition(db, publication)
  const changes = Map.groupBy(await selectCountChanges(db, kept, { before: next }), ({ arenaId }) => arenaId)
  return kept.map(({ arenaId, counts, unstored }) => {
    const own = changes.get(arenaId) ?? []
    return {
      arenaId,
      since: next,
      counts: added(counts, own),
      facts: 0,
      unstored: unstored + factsOf(own),
    }
  })
}

const factsOf = (changes: readonly CountChange[]): number =>
  changes.reduce((sum, { facts }) => sum + facts, 0)

/** Counts with their changes, in the order of kinds and names. A kind without votes is left out. */
function added(counts: readonly SourceCount[], changes: readonly CountChange[]): SourceCount[] {
  const sums = new Map<string, SourceCount>()
  for (const { arenaId, source, name, votes } of [...counts, ...changes]) {
    if (source === null) continue
    const key = JSON.stringify([source, name])
    sums.set(key, { arenaId, source, name, votes: votes + (sums.get(key)?.votes ?? 0) })
  }
  return [...sums.values()]
    .filter(({ votes }) => votes > 0)
    .toSorted((one, other) => compare(one.source, other.source) || compare(one.name ?? '', other.name ?? ''))
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
