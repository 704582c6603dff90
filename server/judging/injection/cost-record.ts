import type { Deps } from '../../platform/deps.ts'
import { putOnRecord } from '../../platform/audit.ts'
import { type Kysely, type Transaction, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

interface NewTest {
  arenaId: number
  judges: readonly string[]
  budgetUsd: number | null
  startedAt: Date
}

async function insertInjectionTest(
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

async function addCall(db: Kysely<Database>, arenaId: number, id: number, mostUsd: number): Promise<void> {
  await sql`
    update injection_tests set calls = calls + 1, reserved_usd = reserved_usd + ${mostUsd}
    where arena_id = ${arenaId} and id = ${id}`.execute(db)
}

async function settleCall(
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

async function endInjectionTest(
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

/**
 * Records what an injection test costs, call by call, so that a stopped process loses nothing of it. Beginning and end are
 * also in the log of the arena.
 */
export class CostRecord {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'actor'>
  readonly #arenaId: number
  readonly #id: number

  private constructor(deps: Pick<Deps, 'db' | 'clock' | 'actor'>, arenaId: number, id: number) {
    this.#deps = deps
    this.#arenaId = arenaId
    this.#id = id
  }

  static async begin(
    deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
    arenaId: number,
    judges: readonly string[],
    budgetUsd: number | null,
  ): Promise<CostRecord> {
    const id = await deps.db.transaction().execute(async (trx) => {
      await putOnRecord(trx, deps, arenaId, 'judges_attacked', { judges, budgetUsd })
      return insertInjectionTest(trx, { arenaId, judges, budgetUsd, startedAt: deps.clock() })
    })
    return new CostRecord(deps, arenaId, id)
  }

  /** Before a call. @param mostUsd the most it may cost */
  called(mostUsd: number): Promise<void> {
    return addCall(this.#deps.db, this.#arenaId, this.#id, mostUsd)
  }

  /** After a call. @param costUsd 0: it cost nothing, or has no price */
  settled(mostUsd: number, costUsd: number): Promise<void> {
    return settleCall(this.#deps.db, this.#arenaId, this.#id, mostUsd, costUsd)
  }

  end(): Promise<void> {
    return this.#deps.db.transaction().execute(async (trx) => {
      const { calls, spentUsd } = await endInjectionTest(trx, this.#arenaId, this.#id, this.#deps.clock())
      await putOnRecord(trx, this.#deps, this.#arenaId, 'judges_attack_ended', { calls, spentUsd })
    })
  }
}
