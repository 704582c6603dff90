import type { Deps } from '../../platform/deps.ts'
import { putOnRecord } from '../../platform/audit.ts'
import { addCall, endInjectionTest, insertInjectionTest, settleCall } from './cost-queries.ts'

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
