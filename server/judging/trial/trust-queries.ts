import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { JudgesReport, JudgeTrust } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { TrustedJudge } from './trust.ts'

/** What is known of the arena's judges: those that were tried, and those with contestants of their own family. */
export async function trustIn(db: Kysely<Database>, arenaId: number): Promise<TrustedJudge[]> {
  const { rows } = await sql<TrustedJudge>`
    with tried as (
      select t.* from trials, jsonb_to_recordset(trust)
        as t (judge text, state text, decided integer, agreed integer, "minAgreement" float8)
      where arena_id = ${arenaId}),
    kin as (
      select j.name as judge, array_agg(c.name order by c.name) as names
      from judges j join contestants c on c.arena_id = j.arena_id and c.family = j.family
      where j.arena_id = ${arenaId} group by j.name)
    select coalesce(t.judge, k.judge) as judge, coalesce(t.state, 'not_measured') as state,
      coalesce(t.decided, 0) as decided, coalesce(t.agreed, 0) as agreed,
      coalesce(t."minAgreement", 0) as "minAgreement", coalesce(k.names, '{}') as kin
    from tried t full join kin k on k.judge = t.judge order by 1`.execute(db)
  return rows
}

/** The last report of the arena's judges. */
export async function selectReport(db: Kysely<Database>, arenaId: number): Promise<JudgesReport | undefined> {
  const row = await db
    .selectFrom('trials')
    .select('report')
    .where('arena_id', '=', arenaId)
    .executeTakeFirst()
  return row?.report
}

/** Lets one process at a time keep a report of the arena, until the transaction ends. */
export async function lockTrial(trx: Transaction<Database>, arenaId: number): Promise<JudgeTrust[]> {
  await sql`select pg_advisory_xact_lock(${arenaId}, hashtext('trial'))`.execute(trx)
  const row = await trx
    .selectFrom('trials')
    .select('trust')
    .where('arena_id', '=', arenaId)
    .executeTakeFirst()
  return row?.trust ?? []
}

export async function upsertTrial(
  trx: Transaction<Database>,
  arenaId: number,
  trust: readonly JudgeTrust[],
  report: JudgesReport,
): Promise<void> {
  const found = {
    trust: JSON.stringify(trust),
    report: JSON.stringify(report),
    tried_at: new Date(report.triedAt),
  }
  await trx
    .insertInto('trials')
    .values({ arena_id: arenaId, ...found })
    .onConflict((conflict) => conflict.column('arena_id').doUpdateSet(found))
    .execute()
}

/** Whether any judge has voted in the arena. */
export async function anyJudge(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const vote = db
    .selectFrom('votes')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('source', '=', 'judge')
    .limit(1)
  return (await vote.executeTakeFirst()) !== undefined
}

/** Whether the arena has or had a judge of that name. */
export async function isJudge(db: Kysely<Database>, arenaId: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from judges where arena_id = ${arenaId} and name = ${name}
    union all select from votes where arena_id = ${arenaId} and source = 'judge' and voter = ${name} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
