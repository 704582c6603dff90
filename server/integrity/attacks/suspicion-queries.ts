import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { MOST_SUSPICIONS } from '../../../shared/contracts/index.ts'
import type { WireMessage } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { Suspicion } from './attack-thread.ts'

/** Whether people have cast at least this number of votes on the page of the arena. */
export async function hasPageVotes(db: Kysely<Database>, arenaId: number, fewest: number): Promise<boolean> {
  const { rows } = await sql<{ votes: number }>`
    select count(*)::int as votes from (
      select from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.arena_id = ${arenaId} and v.source = 'human' and b.origin = 'page' limit ${fewest}) as found`.execute(
    db,
  )
  return rows[0].votes >= fewest
}

/** Records suspicions; known ones get their newest finding and evidence. Returns the subjects of new ones. */
export async function insertSuspicions(
  trx: Transaction<Database>,
  arenaId: number,
  suspicions: readonly Suspicion[],
  at: Date,
): Promise<Set<string>> {
  if (suspicions.length === 0) return new Set()
  const rows = await trx
    .insertInto('suspicions')
    .values(
      suspicions.map(({ subject, finding, logE }) => ({
        arena_id: arenaId,
        subject,
        finding: JSON.stringify(finding),
        found_at: at,
        log_e: logE,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['arena_id', 'subject']).doUpdateSet(({ ref }) => ({
        finding: ref('excluded.finding'),
        log_e: ref('excluded.log_e'),
      })),
    )
    .returning(['subject', sql<boolean>`xmax = 0`.as('isNew')])
    .execute()
  return new Set(rows.filter(({ isNew }) => isNew).map(({ subject }) => subject))
}

/** Votes of these voters on the page that count, by voter; none of voters of whom an operator has released a vote. */
export async function selectSuspectVotes(
  db: Kysely<Database>,
  arenaId: number,
  voters: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ voter: string; votes: number[] }>`
    select v.voter, array_agg(v.id order by v.id) as votes
    from counted_votes_in(${arenaId}, null) v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source = 'human' and b.origin = 'page' and v.voter = any (${voters}::text[])
      and not exists (select from quarantines q join votes w on w.arena_id = q.arena_id and w.id = q.vote_id
        where q.arena_id = v.arena_id and q.released and q.leak_id is null and w.voter = v.voter)
    group by v.voter order by v.voter`.execute(db)
  return new Map(rows.map(({ voter, votes }) => [voter, votes.map(Number)]))
}

export interface SuspicionRow {
  subject: string
  finding: WireMessage
  log_e: number | null
  found_at: Date
  votes: number
  quarantined: number
  released: boolean
}

/** The suspicions of an arena, the newest first, with the votes of each voter on the page. */
export async function selectSuspicions(db: Kysely<Database>, arenaId: number): Promise<SuspicionRow[]> {
  const { rows } = await sql<SuspicionRow>`
    select s.subject, s.finding, s.log_e, s.found_at, coalesce(v.votes, 0)::int as votes,
      coalesce(v.quarantined, 0)::int as quarantined, coalesce(v.released, false) as released
    from (
      select * from suspicions where arena_id = ${arenaId} order by found_at desc, subject limit ${MOST_SUSPICIONS}) s
    left join lateral (
      select count(*) as votes, count(*) filter (where is_quarantined(v.arena_id, v.id, null)) as quarantined,
        bool_or(exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id and q.released
          and q.leak_id is null)) as released
      from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.arena_id = s.arena_id and v.voter = s.subject and v.source = 'human' and b.origin = 'page'
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)) v on true
    order by s.found_at desc, s.subject`.execute(db)
  return rows
}

/** All votes of a voter on the page that were not taken back, and what was found about the voter. */
export async function selectVotesOfVoter(
  db: Kysely<Database>,
  arenaId: number,
  voter: string,
): Promise<{ votes: number[]; finding: WireMessage | null }> {
  const { rows } = await sql<{ votes: number[]; finding: WireMessage | null }>`
    select coalesce(array_agg(v.id order by v.id), '{}') as votes,
      (select finding from suspicions where arena_id = ${arenaId} and subject = ${voter}) as finding
    from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.arena_id = ${arenaId} and v.voter = ${voter} and v.source = 'human' and b.origin = 'page'
      and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`.execute(
    db,
  )
  return { votes: rows[0].votes.map(Number), finding: rows[0].finding }
}
