/** Tickets: the signed right of one voter to decide one battle. */
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import type { NamedBattle } from './record-battles.ts'
import { msg } from '../../shared/messages/index.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { sameText, sign } from '../platform/config/secrets.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The battle that this ticket belongs to.
 * @param voters whom the request may act as; none (no cookie) is accepted, only other voters are not
 * @throws {ProblemError} battle_unknown, ticket_invalid
 */
export async function battleWithTicket(
  { db, access: { secret } }: Pick<Deps, 'db' | 'access'>,
  id: string,
  ticket: string,
  voters: readonly string[],
): Promise<NamedBattle> {
  const battle = UUID.test(id) ? await selectShownBattle(db, id) : undefined
  if (!battle) throw new ProblemError('battle_unknown', msg('no_such_battle'))
  if (!isTicketFor(ticket, battle, secret))
    throw new ProblemError('ticket_invalid', msg('ticket_of_other_battle'))
  if (voters.length > 0 && !voters.includes(battle.voter))
    throw new ProblemError('ticket_invalid', msg('battle_of_other_voter'))
  return battle
}

/** A battle that the page has shown, with the names of its contestants. */
const selectShownBattle = (db: Db, id: string): Promise<NamedBattle | undefined> =>
  db
    .selectFrom('battles')
    .innerJoin('contestants as left', (join) =>
      join
        .onRef('left.arena_id', '=', 'battles.arena_id')
        .onRef('left.id', '=', 'battles.left_contestant_id'),
    )
    .innerJoin('contestants as right', (join) =>
      join
        .onRef('right.arena_id', '=', 'battles.arena_id')
        .onRef('right.id', '=', 'battles.right_contestant_id'),
    )
    .innerJoin('arenas', 'arenas.id', 'battles.arena_id')
    .selectAll('battles')
    .select(['left.name as left_name', 'right.name as right_name'])
    .select(
      sql<boolean>`battles.origin in ('page', 'live') and arenas.settings->>'proofOfWork' is not distinct from 'on'`.as(
        'needs_proof',
      ),
    )
    .where('battles.id', '=', id)
    .where('battles.origin', 'in', ['page', 'calibration', 'live'])
    .executeTakeFirst()

interface Ticketed {
  id: string
  voter: string
}

export const signTicket = (battle: Ticketed, secret: Buffer): string =>
  sign(secret, `ticket ${battle.id} ${battle.voter}`)

const isTicketFor = (ticket: string, battle: Ticketed, secret: Buffer): boolean =>
  sameText(ticket, signTicket(battle, secret))
