import type { IssuedBattle, VoteReceipt, VoteRequest } from '../../../shared/contracts/battle.ts'
import { answered, server } from './http.ts'

/**
 * Draws the next pair. The criterion defaults to the first one of the arena.
 * A labelling link draws only pairs that judges have judged.
 */
export function nextBattle(
  arena: string,
  criterion: string | null,
  link: string | null,
): Promise<IssuedBattle> {
  const json = criterion === null ? {} : { criterion }
  if (link !== null)
    return answered(
      server.api.arenas[':arena'].calibration.battles.$post({ param: { arena }, json: { ...json, link } }),
    )
  return answered(server.api.arenas[':arena'].battles.$post({ param: { arena }, json }))
}

export function castVote(battle: string, vote: VoteRequest): Promise<VoteReceipt> {
  return answered(server.api.battles[':id'].vote.$post({ param: { id: battle }, json: vote }))
}

export async function takeBack(battle: string, ticket: string): Promise<void> {
  const headers = { authorization: `Ticket ${ticket}` }
  await answered(server.api.battles[':id'].vote.$delete({ param: { id: battle } }, { headers }))
}
