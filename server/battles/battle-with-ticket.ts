import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { selectShownBattle } from './queries.ts'
import type { ShownBattle } from './queries.ts'
import { isTicketFor } from './ticket.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The battle that this ticket gives a right to.
 * @param voter the request's voter; null (no cookie) is accepted, another voter's is not
 * @throws {ProblemError} battle_unknown, ticket_invalid
 */
export async function battleWithTicket(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  id: string,
  ticket: string,
  voter: string | null,
): Promise<ShownBattle> {
  const battle = UUID.test(id) ? await selectShownBattle(db, id) : undefined
  if (!battle) throw new ProblemError('battle_unknown', 'There is no such battle. Ask for a new pair.')
  if (!isTicketFor(ticket, battle, secret))
    throw new ProblemError(
      'ticket_invalid',
      'This ticket does not belong to this battle. Ask for a new pair.',
    )
  if (voter !== null && voter !== battle.voter)
    throw new ProblemError('ticket_invalid', 'This battle was shown to another voter. Ask for a new pair.')
  return battle
}
