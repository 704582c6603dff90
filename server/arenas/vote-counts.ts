/**
 * The numbers of counted votes. A process keeps them in memory and brings them up to date with what is new. Its first look
 * at an arena counts all votes: 1.2 s for a million of them.
 */
import { type RawBuilder, sql } from 'kysely'
import { parsePublication, type Publication } from '../platform/postgres/publishing.ts'
import type { Db } from '../platform/schema.ts'
import type { VoteSource } from '../../shared/contracts/index.ts'
import { queryRows, requireValue } from '../platform/postgres/query.ts'

/** Where the count of an arena's votes stands: it has all that transactions before `since` recorded. */
interface CountPosition {
  arenaId: number
  since: string
}

interface CountChange extends SourceCount {
  /** How many votes, retractions and quarantines of the arena are new. */
  facts: number
}

/**
 * What has changed since these positions in the number of counted votes by kind of voter. It reads only the new votes, and
 * the votes with new retractions or quarantines.
 * @param until what is public; null: everything. Or a transaction: what those before it recorded
 */
export async function selectCountChanges(
  db: Db,
  positions: readonly CountPosition[],
  until: Publication | null | { before: string },
): Promise<CountChange[]> {
  const name = sql`case when v.source = 'judge' then v.voter end`
  const counted =
    until !== null && typeof until === 'object'
      ? sql`counted_votes_in(p.arena_id, ${snapshotBefore(sql`${until.before}::text`)})`
      : sql`counted_votes_in(p.arena_id, ${until})`
  return queryRows<CountChange>(db)`
    with positions as (
      select arena_id, since::xid8 from unnest(
        ${positions.map(({ arenaId }) => arenaId)}::integer[], ${positions.map(({ since }) => since)}::text[]) as p (arena_id, since)
    )
    select p.arena_id as "arenaId", d.source, d.name, sum(d.votes)::int as votes, sum(d.facts)::int as facts
    from positions p cross join lateral (
      select v.source, ${name} as name, count(*) as votes, 0 as facts
      from ${counted} v
      -- the arena again, since only this finds its votes by index
      where v.arena_id = p.arena_id and v.txid >= p.since group by 1, 2
      union all
      select null, null, 0, count(*) from votes v where v.arena_id = p.arena_id and v.txid >= p.since
      union all
      select v.source, ${name} as name, count(*) filter (where counts_now) - count(*) filter (where counted_once), count(*)
      from (
        select vote_id from retractions t where t.arena_id = p.arena_id and t.txid >= p.since
        union select vote_id from quarantines q where q.arena_id = p.arena_id and q.txid >= p.since
      ) changed
      cross join lateral (
        select v.source, v.voter, v.txid, ${countsAmong(counted)} as counts_now,
          ${countsAmong(sql`counted_votes_in(p.arena_id, ${snapshotBefore(sql`p.since`)})`)} as counted_once
        from votes v where v.arena_id = p.arena_id and v.id = changed.vote_id
        -- one after another by their ids: until Postgres has statistics, it may compare all votes with all votes
        offset 0
      ) v
      where v.txid < p.since
      group by 1, 2
    ) d
    group by 1, 2, 3
    order by 1, 2, 3`
}

/** Everything that transactions before this one recorded, as a publication. */
const snapshotBefore = (txid: RawBuilder<unknown>) =>
  sql`row(format('%s:%1$s:', ${txid})::pg_snapshot, format('%s:%1$s:', ${txid})::pg_snapshot)::publication`

/** Whether the vote `v` is among these votes. */
const countsAmong = (votes: RawBuilder<unknown>) =>
  sql`exists (select from ${votes} c where c.arena_id = v.arena_id and c.id = v.id)`

/** The position up to which counts can be kept: all earlier transactions have ended, and all they recorded is public. */
const selectNextPosition = (db: Db, publication: Publication | null): Promise<string> =>
  requireValue<string>(db)`
    select pg_snapshot_xmin(coalesce((${publication}::publication).votes, pg_current_snapshot()))::text as next`

interface KeptCount extends CountPosition {
  counts: readonly SourceCount[]
  /** New facts at the last reading. */
  facts: number
}

/** Two counts of each arena: of what is public, and of everything. */
const keptCounts = new WeakMap<object, Record<'all' | 'public', Map<number, KeptCount>>>()

/**
 * The number of counted votes by kind of voter of these arenas. The first reading counts all votes, later ones what
 * is new.
 * @param publication what is public; null: everything
 * @param manyFacts after so many new facts the count is kept anew; until then each reading goes through them
 */
export async function votesBySource(
  db: Db,
  arenaIds: readonly number[],
  publication: Publication | null,
  manyFacts = 1000,
): Promise<SourceCount[]> {
  const byArena = keptByArena(db, publication)
  const begun = arenaIds.map(
    (arenaId) => usable(byArena.get(arenaId), publication) ?? nothingCounted(arenaId),
  )
  const behind = begun.filter(({ facts }) => facts > manyFacts)
  for (const count of await broughtUpToDate(db, behind, publication)) byArena.set(count.arenaId, count)
  const counts = begun.map((count) => (count.facts > manyFacts ? byArena.get(count.arenaId)! : count))
  const changes = await selectCountChanges(db, counts, publication)
  const changesByArena = Map.groupBy(changes, ({ arenaId }) => arenaId)
  return counts.flatMap((count) => {
    const arenaChanges = changesByArena.get(count.arenaId) ?? []
    byArena.set(count.arenaId, { ...count, facts: countFacts(arenaChanges) })
    return added(count.counts, arenaChanges)
  })
}

function keptByArena(db: Db, publication: Publication | null): Map<number, KeptCount> {
  const counts = keptCounts.get(db) ?? { all: new Map(), public: new Map() }
  keptCounts.set(db, counts)
  return counts[publication === null ? 'all' : 'public']
}

/** Of an older publication than the last one asked for, a count may have votes that are not public yet. */
const usable = (count: KeptCount | undefined, publication: Publication | null): KeptCount | undefined =>
  count && Number(count.since) <= parsePublication(publication).votes.begin ? count : undefined

const nothingCounted = (arenaId: number): KeptCount => ({
  arenaId,
  // the oldest number that Postgres takes
  since: '1',
  counts: [],
  // so that all votes are counted once, and kept at once
  facts: Infinity,
})

/** Counts under way. Requests that come meanwhile wait for the same one: large arenas take seconds after a start. */
const countsUnderWay = new WeakMap<object, Map<string, Promise<KeptCount[]>>>()

function broughtUpToDate(
  db: Db,
  behind: readonly KeptCount[],
  publication: Publication | null,
): Promise<KeptCount[]> {
  const underWay = countsUnderWay.get(db) ?? new Map<string, Promise<KeptCount[]>>()
  countsUnderWay.set(db, underWay)
  const key = JSON.stringify([publication, behind.map(({ arenaId, since }) => [arenaId, since])])
  const counting = underWay.get(key) ?? countUpToNow(db, behind, publication)
  underWay.set(key, counting)
  return counting.finally(() => underWay.delete(key))
}

async function countUpToNow(
  db: Db,
  behind: readonly KeptCount[],
  publication: Publication | null,
): Promise<KeptCount[]> {
  if (behind.length === 0) return []
  const next = await selectNextPosition(db, publication)
  const changes = Map.groupBy(
    await selectCountChanges(db, behind, { before: next }),
    ({ arenaId }) => arenaId,
  )
  return behind.map(({ arenaId, counts }) => ({
    arenaId,
    since: next,
    counts: added(counts, changes.get(arenaId) ?? []),
    facts: 0,
  }))
}

const countFacts = (changes: readonly CountChange[]): number =>
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
    .toSorted((a, b) => compare(a.source, b.source) || compare(a.name ?? '', b.name ?? ''))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export interface SourceCount {
  arenaId: number
  source: VoteSource
  /** The judge's name; null for other voters. */
  name: string | null
  votes: number
}
