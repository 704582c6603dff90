/** The only SQL that writes a challenge's state. */
import type { Insertable, Transaction, Updateable } from 'kysely'
import type { ChallengeTable, ChallengeTrial } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import type { ChallengeRow } from './challenge-queries.ts'

type NewChallenge = Omit<Insertable<ChallengeTable>, 'arena_id' | 'trials'> & { trials: ChallengeTrial[] }

/** @returns its id */
export async function insertChallenge(
  trx: Transaction<Database>,
  arenaId: number,
  { trials, ...challenge }: NewChallenge,
): Promise<number> {
  const { id } = await trx
    .insertInto('challenges')
    .values({ ...challenge, arena_id: arenaId, trials: JSON.stringify(trials) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a challenge, unless its state has changed since it was read or it was requested again. */
export const updateState = (
  trx: Transaction<Database>,
  { arena_id, id, status, asked }: Pick<ChallengeRow, 'arena_id' | 'id' | 'status' | 'asked'>,
  change: Updateable<ChallengeTable>,
): Promise<ChallengeRow | undefined> =>
  trx
    .updateTable('challenges')
    .set(change)
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('asked', '=', asked)
    .returningAll()
    .executeTakeFirst()
