import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { selectShownBattle } from './queries.ts'
import type { ShownBattle } from './queries.ts'
import { isTicketFor } from './ticket.ts'
import { msg } from '../../shared/messages/index.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The battle that this ticket belongs to.
 * @param voters whom the request may act as; none (no cookie) is accepted, only other voters are not
 * @throws {ProblemError} battle_unknown, ticket_invalid
 */
export async function battleWithTicket(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  id: string,
  ticket: string,
  voters: readonly string[],
): Promise<ShownBattle> {
  const battle = UUID.test(id) ? await selectShownBattle(db, id) : undefined
  if (!battle) throw new ProblemError('battle_unknown', msg('no_such_battle'))
  if (!isTicketFor(ticket, battle, secret))
    throw new ProblemError('ticket_invalid', msg('ticket_of_other_battle'))
  if (voters.length > 0 && !voters.includes(battle.voter))
    throw new ProblemError('ticket_invalid', msg('battle_of_other_voter'))
  return battle
}
