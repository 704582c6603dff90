import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { JudgeTrust, VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Publication } from '../platform/publication.ts'

export interface SourceCount {
  arenaId: number
  source: VoteSource
  /** The judge's name; null for other voters. */
  name: string | null
  votes: number
}

/** Where the count of an arena's votes stands: it has all that transactions before `since` recorded. */
export interface CountPosition {
  arenaId: number
  since: string
}

export interface CountChange extends SourceCount {
  /** How many votes, retractions and quarantines of the arena are new. */
  facts: number
}

/**
 * What has changed since these positions in the number of counted votes by kind of voter. It reads only the new votes, and
 * the votes with new retractions or quarantines.
 * @param until what is public; null: everything. Or a transaction: what those before it recorded
 */
export async function selectCountChanges(
  db: Kysely<Database>,
  positions: readonly CountPosition[],
  until: Publication | null | { before: string },
): Promise<CountChange[]> {
  const name = sql`case when v.source = 'judge' then v.voter end`
  const counted =
    until !== null && typeof until === 'object'
      ? sql`counted_votes_in(p.arena_id, ${asOf(sql`${until.before}::text`)})`
      : sql`counted_votes_in(p.arena_id, ${until})`
  const { rows } = await sql<CountChange>`
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
          ${countsAmong(sql`counted_votes_in(p.arena_id, ${asOf(sql`p.since`)})`)} as counted_once
        from votes v where v.arena_id = p.arena_id and v.id = changed.vote_id
        -- one after another by their ids: until Postgres has statistics, it may compare all votes with all votes
        offset 0
      ) v
      where v.txid < p.since
      group by 1, 2
    ) d
    group by 1, 2, 3
    order by 1, 2, 3`.execute(db)
  return rows
}

/** Everything that transactions before this one recorded, as a publication. */
const asOf = (txid: RawBuilder<unknown>) =>
  sql`row(format('%s:%1$s:', ${txid})::pg_snapshot, format('%s:%1$s:', ${txid})::pg_snapshot)::publication`

/** Whether the vote `v` is among these votes. */
const countsAmong = (votes: RawBuilder<unknown>) =>
  sql`exists (select from ${votes} c where c.arena_id = v.arena_id and c.id = v.id)`

/** The position up to which counts can be kept: all earlier transactions have ended, and all they recorded is public. */
export async function selectNextPosition(
  db: Kysely<Database>,
  publication: Publication | null,
): Promise<string> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmin(coalesce((${publication}::publication).votes, pg_current_snapshot()))::text as next`.execute(
    db,
  )
  return rows[0]!.next
}

/** The latest judge evaluation of the arena. */
export async function selectTrust(db: Kysely<Database>, arenaId: number): Promise<JudgeTrust[]> {
  const row = await db.selectFrom('trials').select('trust').where('arena_id', '=', arenaId).executeTakeFirst()
  return row?.trust ?? []
}
