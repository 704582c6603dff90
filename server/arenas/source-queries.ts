import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { JudgeTrust, VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

export interface SourceCount {
  arenaId: number
  source: VoteSource
  /** The judge's name; null for other voters. */
  name: string | null
  votes: number
}

/**
 * The number of counted votes by kind of voter, of one arena or of all.
 * @param until the time of publication: votes recorded later are not public yet; null: all are
 */
export async function selectVotesBySource(
  db: Kysely<Database>,
  arenaId: number | null,
  until: Date | null,
): Promise<SourceCount[]> {
  const name = sql`case when v.source = 'judge' then v.voter end`
  const out = sql`(${arenaId}::integer is null or v.arena_id = ${arenaId})
    and (${until}::timestamptz is null or v.recorded_at <= ${until})`
  const { rows } = await sql<SourceCount>`
    with cast_votes as (
      select v.arena_id, v.source, ${name} as name, count(*) as n from votes v where ${out} group by 1, 2, 3
    ),
    -- few votes have further facts: whether they count is looked up of these alone, the others are read from an index
    touched as (
      select arena_id, vote_id from retractions where ${arenaId}::integer is null or arena_id = ${arenaId}
      union select arena_id, vote_id from quarantines where ${arenaId}::integer is null or arena_id = ${arenaId}
    ),
    touched_votes as (
      select v.arena_id, v.source, ${name} as name, count(*) as n
      from touched t join votes v on v.arena_id = t.arena_id and v.id = t.vote_id
      where ${out} group by 1, 2, 3
    ), still_counted as (
      select v.arena_id, v.source, ${name} as name, count(*) as n
      from touched t join counted_votes(${arenaId}, ${until}) v on v.arena_id = t.arena_id and v.id = t.vote_id
      group by 1, 2, 3
    )
    select c.arena_id as "arenaId", c.source, c.name, (c.n - coalesce(t.n, 0) + coalesce(s.n, 0))::int as votes
    from cast_votes c
    left join touched_votes t
      on t.arena_id = c.arena_id and t.source = c.source and t.name is not distinct from c.name
    left join still_counted s
      on s.arena_id = c.arena_id and s.source = c.source and s.name is not distinct from c.name
    order by 1, 2, 3`.execute(db)
  return rows
}

/** From this number of votes on, the board of a kind of voter is worth showing first. */
const ENOUGH = 50

/**
 * The first kind of voter in this order with at least 50 counted votes. If none has as many: the one with the most. Null
 * if there is no vote.
 */
export async function selectLeadingSource(
  db: Kysely<Database>,
  arenaId: number,
  kinds: readonly VoteSource[],
  until: Date | null,
): Promise<VoteSource | null> {
  const { rows } = await sql<{ source: VoteSource }>`
    select k.source from unnest(${kinds}::text[]) with ordinality as k (source, place),
    -- with a limit of its own, few votes are looked for by index; a plain count would go through all
    lateral (
      select count(*) as n
      from (select from counted_votes(${arenaId}, ${until}) v where v.source = k.source limit ${ENOUGH}) as first_votes
    ) as known
    where known.n > 0
    order by known.n desc, k.place limit 1`.execute(db)
  return rows[0]?.source ?? null
}

/** The latest judge evaluation of the arena. */
export async function selectTrust(db: Kysely<Database>, arenaId: number): Promise<JudgeTrust[]> {
  const row = await db.selectFrom('trials').select('trust').where('arena_id', '=', arenaId).executeTakeFirst()
  return row?.trust ?? []
}
