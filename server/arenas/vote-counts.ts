/** The numbers of counted votes, which a process keeps in memory and brings up to date with what is new. */
import type { Kysely } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { selectCountChanges, selectNextPositions } from './source-queries.ts'
import type { CountChange, CountPosition, SourceCount } from './source-queries.ts'

/** A count, and what it has counted. */
interface KeptCount extends CountPosition {
  counts: readonly SourceCount[]
  /** The time of publication that it was made for. */
  until: Date | null
  /** New facts at the last reading. */
  facts: number
}

/** Two counts of each arena: of what is public, and of everything. */
const keptCounts = new WeakMap<object, Record<'all' | 'public', Map<number, KeptCount>>>()

/**
 * The number of counted votes by kind of voter of these arenas. The first reading counts all votes; later ones what is new.
 * @param until the time of publication: votes recorded later are not public yet; null: all are
 * @param manyFacts after so many new facts the count is kept anew; until then each reading goes through them
 */
export async function votesBySource(
  db: Kysely<Database>,
  arenaIds: readonly number[],
  until: Date | null,
  manyFacts = 1000,
): Promise<SourceCount[]> {
  const counts = keptCounts.get(db) ?? { all: new Map(), public: new Map() }
  keptCounts.set(db, counts)
  const byArena = counts[until === null ? 'all' : 'public']
  const begun = arenaIds.map(
    (arenaId) => usable(byArena.get(arenaId), until) ?? nothingCounted(arenaId, until),
  )
  const behind = begun.filter(({ facts }) => facts > manyFacts)
  for (const count of await broughtUpToDate(db, behind, until)) byArena.set(count.arenaId, count)
  const kept = begun.map((count) => (count.facts > manyFacts ? byArena.get(count.arenaId)! : count))
  const changes = await selectCountChanges(db, kept, until)
  const changesOf = Map.groupBy(changes, ({ arenaId }) => arenaId)
  return kept.flatMap((count) => {
    const own = changesOf.get(count.arenaId) ?? []
    byArena.set(count.arenaId, { ...count, facts: own.reduce((sum, { facts }) => sum + facts, 0) })
    return added(count.counts, own)
  })
}

/** After a clock went back, a count may have votes that are no longer public. */
const usable = (count: KeptCount | undefined, until: Date | null): KeptCount | undefined =>
  count && (until === null || count.until! <= until) ? count : undefined

const nothingCounted = (arenaId: number, until: Date | null): KeptCount => ({
  arenaId,
  since: '0',
  counts: [],
  until,
  facts: 0,
})

async function broughtUpToDate(
  db: Kysely<Database>,
  kept: readonly KeptCount[],
  until: Date | null,
): Promise<KeptCount[]> {
  if (kept.length === 0) return []
  const next = await selectNextPositions(db, kept, until)
  const changes = Map.groupBy(await selectCountChanges(db, kept, until, next), ({ arenaId }) => arenaId)
  return kept.map(({ arenaId, counts }, i) => ({
    arenaId,
    since: next[i]!,
    counts: added(counts, changes.get(arenaId) ?? []),
    until,
    facts: 0,
  }))
}

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
