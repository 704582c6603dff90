import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { pairKey } from '../sampling/index.ts'
import type { SharedPairTable } from './tables.ts'

/** Lets one transaction at a time draw pairs of the arena's groups. */
export async function lockSharing(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(47470012, ${arenaId})`.execute(trx)
}

/** The keys of the pairs that a group shares already. */
export async function selectSharedKeys(
  db: Kysely<Database>,
  arenaId: number,
  group: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('shared_pairs')
    .select(['prompt_id', 'one_contestant_id', 'other_contestant_id'])
    .where('arena_id', '=', arenaId)
    .where('group_name', '=', group)
    .execute()
  return new Set(rows.map((row) => pairKey(row.prompt_id, row.one_contestant_id, row.other_contestant_id)))
}

export async function insertSharedPairs(
  trx: Transaction<Database>,
  rows: Insertable<SharedPairTable>[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('shared_pairs').values(rows).execute()
}

/** How many pairs each group shares. */
export async function countSharedPairs(db: Kysely<Database>, arenaId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('shared_pairs')
    .select(['group_name', ({ fn }) => fn.countAll<number>().as('pairs')])
    .where('arena_id', '=', arenaId)
    .groupBy('group_name')
    .execute()
  return new Map(rows.map(({ group_name, pairs }) => [group_name, Number(pairs)]))
}

export interface OpenSharedPair {
  promptId: number
  one: { contestantId: number; answerId: number }
  other: { contestantId: number; answerId: number }
}

/** The pairs for everybody in the voter's group that the voter was not shown, and the votes still asked of the voter. */
export async function selectOpenShared(
  db: Kysely<Database>,
  arenaId: number,
  voter: string,
  criterion: string,
): Promise<{ pairs: OpenSharedPair[]; shown: number; goal: number | null }> {
  const { rows } = await sql<OpenSharedPair & { shown: number; goal: number | null }>`
    select s.prompt_id as "promptId",
      jsonb_build_object('contestantId', s.one_contestant_id, 'answerId', s.one_answer_id) as one,
      jsonb_build_object('contestantId', s.other_contestant_id, 'answerId', s.other_answer_id) as other,
      (select count(*)::int from battles b where b.arena_id = w.arena_id and b.voter = w.voter) as shown,
      (select i.goal from invitations i where i.arena_id = w.arena_id and i.id = w.invitation_id) as goal
    from invited_voters w
    join shared_pairs s on s.arena_id = w.arena_id and s.group_name = w.group_name and s.criterion = ${criterion}
      and s.votes_wanted is null
    where w.arena_id = ${arenaId} and w.voter = ${voter} and not exists (
      select from battles b where b.arena_id = w.arena_id and b.voter = w.voter and b.prompt_id = s.prompt_id
        and least(b.left_contestant_id, b.right_contestant_id) = least(s.one_contestant_id, s.other_contestant_id)
        and greatest(b.left_contestant_id, b.right_contestant_id) = greatest(s.one_contestant_id, s.other_contestant_id))
    order by s.id`.execute(db)
  return { pairs: rows, shown: rows[0]?.shown ?? 0, goal: rows[0]?.goal ?? null }
}
