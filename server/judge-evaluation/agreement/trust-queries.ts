import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { JudgesReport, JudgeTrust } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { DeclaredJudge } from './same-family.ts'

/** The trust in each judge from the last evaluation. */
export async function selectTrust(db: Kysely<Database>, arenaId: number): Promise<JudgeTrust[]> {
  const row = await db.selectFrom('trials').select('trust').where('arena_id', '=', arenaId).executeTakeFirst()
  return row?.trust ?? []
}

/** Every current and former judge of the arena, with its family. */
export const selectDeclared = (db: Kysely<Database>, arenaId: number): Promise<DeclaredJudge[]> =>
  db.selectFrom('judges').select(['name as judge', 'family']).where('arena_id', '=', arenaId).execute()

/** The last report of the arena's judges. */
export async function selectReport(db: Kysely<Database>, arenaId: number): Promise<JudgesReport | undefined> {
  const row = await db
    .selectFrom('trials')
    .select('report')
    .where('arena_id', '=', arenaId)
    .executeTakeFirst()
  return row?.report
}

/** Locks the report of the arena until the end of the transaction. @returns the trust from the last evaluation */
export async function lockEvaluation(trx: Transaction<Database>, arenaId: number): Promise<JudgeTrust[]> {
  await sql`select pg_advisory_xact_lock(${arenaId}, hashtext('trial'))`.execute(trx)
  return selectTrust(trx, arenaId)
}

export async function upsertEvaluation(
  trx: Transaction<Database>,
  arenaId: number,
  trust: readonly JudgeTrust[],
  report: JudgesReport,
): Promise<void> {
  const evaluation = {
    trust: JSON.stringify(trust),
    report: JSON.stringify(report),
    tried_at: new Date(report.triedAt),
  }
  await trx
    .insertInto('trials')
    .values({ arena_id: arenaId, ...evaluation })
    .onConflict((conflict) => conflict.column('arena_id').doUpdateSet(evaluation))
    .execute()
}

/** Whether any judge has voted in the arena. */
export async function hasJudgeVotes(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const vote = db
    .selectFrom('votes')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('source', '=', 'judge')
    .limit(1)
  return (await vote.executeTakeFirst()) !== undefined
}

/** Whether the arena has or had a judge of that name. */
export async function isKnownJudge(db: Kysely<Database>, arenaId: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from judges where arena_id = ${arenaId} and name = ${name}
    union all select from votes where arena_id = ${arenaId} and source = 'judge' and voter = ${name} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
