/** Tickets: the signed right of one voter to decide one battle. */
import { sameText, sign } from '../platform/config/secrets.ts'

interface Ticketed {
  id: string
  voter: string
}

export const ticketFor = (battle: Ticketed, secret: Buffer): string =>
  sign(secret, `ticket ${battle.id} ${battle.voter}`)

export const isTicketFor = (ticket: string, battle: Ticketed, secret: Buffer): boolean =>
  sameText(ticket, ticketFor(battle, secret))
