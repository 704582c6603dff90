/** The only place that changes a challenge's state. */
import type { Transaction, Updateable } from 'kysely'
import type { AnyMessage } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Database } from '../platform/schema.ts'
import { challengeAfter, isOpenChallenge, stateOf, stored, type ChallengeEvent } from './challenge-machine.ts'
import type { ChallengeRow } from './challenge-queries.ts'
import type { ChallengeTable } from './tables.ts'

/** What changes together with the state. */
interface EventDetails {
  /** Why the challenge stops. */
  cause?: AnyMessage
  /** The number of its entry in the log. */
  attempt?: number | null
  /** The new budget of each attempt, in US dollars; null for no limit. */
  budgetUsd?: number | null
}

/**
 * Applies an event to a challenge. The caller must have locked the arena's runs.
 * @param challenge  as it was read; nothing happens if its state has changed since, or it was requested again
 * @returns the challenge after the event; null if the event is not possible or another one came first
 */
export async function applyChallengeEvent(
  { clock }: Pick<Deps, 'clock'>,
  trx: Transaction<Database>,
  challenge: ChallengeRow,
  event: ChallengeEvent,
  { cause, attempt, budgetUsd }: EventDetails = {},
): Promise<ChallengeRow | null> {
  const to = challengeAfter(stateOf(challenge), event)
  if (to === null) return null
  const changed = await updateState(trx, challenge, {
    ...stored(to),
    ended_at: isOpenChallenge(to) ? null : clock(),
    asked: challenge.asked + (event === 'ask_again' ? 1 : 0),
    ...(cause !== undefined && { cause: JSON.stringify(cause) }),
    ...(attempt !== undefined && { attempt }),
    ...(budgetUsd !== undefined && { budget_usd: budgetUsd }),
  })
  return changed ?? null
}

/** Changes a challenge, unless its state has changed since it was read or it was requested again. */
const updateState = (
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
