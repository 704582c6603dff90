import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
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

/** Records new suspicions and returns their subjects. */
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
      suspicions.map(({ subject, finding }) => ({
        arena_id: arenaId,
        subject,
        finding: JSON.stringify(finding),
        found_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

/** Votes of these voters on the page that count, by voter; none of voters of whom an operator has released a vote. */
export async function selectSuspectVotes(
  db: Kysely<Database>,
  arenaId: number,
  voters: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ voter: string; votes: number[] }>`
    select v.voter, array_agg(v.id order by v.id) as votes
    from counted_votes(${arenaId}, null) v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source = 'human' and b.origin = 'page' and v.voter = any (${voters}::text[])
      and not exists (select from quarantines q join votes w on w.arena_id = q.arena_id and w.id = q.vote_id
        where q.arena_id = v.arena_id and q.released and q.leak_id is null and w.voter = v.voter)
    group by v.voter order by v.voter`.execute(db)
  return new Map(rows.map(({ voter, votes }) => [voter, votes.map(Number)]))
}
