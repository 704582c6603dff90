/** The challenge of an arena that is under way or was left: its runs are one after another, so that it outlasts each. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AnyMessage } from '../../../shared/messages/index.ts'
import type { ChallengeTable } from '../../platform/climb-schema.ts'
import type { Database } from '../../platform/schema.ts'

export type ChallengeRow = Selectable<ChallengeTable>

/** The challenge of an arena that has not come to its end. */
export const selectOpenChallenge = (
  db: Kysely<Database>,
  arenaId: number,
): Promise<ChallengeRow | undefined> =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('status', '=', 'open')
    .executeTakeFirst()

/** Ends the challenge that is open without an entry in the log; false where none is. */
export async function stopChallenge(
  trx: Transaction<Database>,
  arenaId: number,
  stopped: NonNullable<ChallengeRow['stopped']>,
  cause: AnyMessage | null,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('challenges')
    .set({ status: 'stopped', stopped, cause: cause && JSON.stringify(cause), ended_at: at })
    .where('arena_id', '=', arenaId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What the attempts of the open challenge may cost from now on, each; null: no bound. */
export async function setChallengeBudget(
  trx: Transaction<Database>,
  arenaId: number,
  budgetUsd: number | null,
): Promise<void> {
  await trx
    .updateTable('challenges')
    .set({ budget_usd: budgetUsd })
    .where('arena_id', '=', arenaId)
    .where('status', '=', 'open')
    .execute()
}
