import type { Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { sqlStatuses, isOpen } from '../runs/index.ts'
import type { ChallengeTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'

export type ChallengeRow = Selectable<ChallengeTable>

/** The judge version and criterion of an epoch. */
export const selectTerms = (
  db: Kysely<Database>,
  arenaId: number,
  epoch: number,
): Promise<{ versionId: number; criterion: string }> =>
  db
    .selectFrom('climb_epochs')
    .select(['judge_version_id as versionId', 'criterion'])
    .where('arena_id', '=', arenaId)
    .where('number', '=', epoch)
    .executeTakeFirstOrThrow()

export const selectChallenge = (
  db: Kysely<Database>,
  arenaId: number,
  id: number,
): Promise<ChallengeRow | undefined> =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The open challenge, or else the latest. */
export const selectLatestChallenge = (
  db: Kysely<Database>,
  arenaId: number,
): Promise<ChallengeRow | undefined> =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .orderBy((eb) => eb('status', '=', 'open'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Arenas with an open challenge and no open run. */
export async function selectBetweenRuns(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom('challenges as c')
    .select('c.arena_id')
    .where('c.status', '=', 'open')
    .where(
      sql<boolean>`(select r.status not in (${sqlStatuses(isOpen)}) from runs r where r.arena_id = c.arena_id
        order by r.id desc limit 1)`,
    )
    .orderBy('c.arena_id')
    .execute()
  return rows.map(({ arena_id }) => arena_id)
}

/** The open challenge of an arena. */
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

/** Sets the budget of each attempt of the open challenge, in US dollars; null for no limit. */
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
