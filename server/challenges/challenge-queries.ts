import type { Kysely, Selectable } from 'kysely'
import type { ChallengeTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'

export type ChallengeRow = Selectable<ChallengeTable>

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
