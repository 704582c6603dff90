import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { InjectionTestRecord } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'

interface NewTest {
  arenaId: number
  judges: readonly string[]
  budgetUsd: number | null
  startedAt: Date
}

export async function insertInjectionTest(
  trx: Transaction<Database>,
  { arenaId, judges, budgetUsd, startedAt }: NewTest,
): Promise<number> {
  const { id } = await trx
    .insertInto('injection_tests')
    .values({ arena_id: arenaId, judges: [...judges], budget_usd: budgetUsd, started_at: startedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addCall(
  db: Kysely<Database>,
  arenaId: number,
  id: number,
  mostUsd: number,
): Promise<void> {
  await sql`
    update injection_tests set calls = calls + 1, reserved_usd = reserved_usd + ${mostUsd}
    where arena_id = ${arenaId} and id = ${id}`.execute(db)
}

export async function settleCall(
  db: Kysely<Database>,
  arenaId: number,
  id: number,
  mostUsd: number,
  costUsd: number,
): Promise<void> {
  await sql`
    update injection_tests set reserved_usd = greatest(0, reserved_usd - ${mostUsd}), spent_usd = spent_usd + ${costUsd}
    where arena_id = ${arenaId} and id = ${id}`.execute(db)
}

export async function endInjectionTest(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  endedAt: Date,
): Promise<{ calls: number; spentUsd: number }> {
  return trx
    .updateTable('injection_tests')
    .set({ ended_at: endedAt, reserved_usd: 0 })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .returning(['calls', 'spent_usd as spentUsd'])
    .executeTakeFirstOrThrow()
}

/** The newest tests of an arena. */
export async function selectInjectionTests(
  db: Kysely<Database>,
  arenaId: number,
  most: number,
): Promise<InjectionTestRecord[]> {
  const rows = await db
    .selectFrom('injection_tests')
    .select(['id', 'judges', 'budget_usd as budgetUsd', 'calls', 'spent_usd as spentUsd'])
    .select(['reserved_usd as reservedUsd', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('arena_id', '=', arenaId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}
