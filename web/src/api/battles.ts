import type { IssuedBattle, VoteReceipt, VoteRequest } from '../../../shared/contracts/battle.ts'
import { json, posted } from './http.ts'

export function nextBattle(arena: string, criterion: string | null): Promise<IssuedBattle> {
  return json(`/api/arenas/${arena}/battles`, posted(criterion === null ? {} : { criterion }))
}

export function castVote(battle: string, vote: VoteRequest): Promise<VoteReceipt> {
  return json(`/api/battles/${battle}/vote`, posted(vote))
}

export async function takeBack(battle: string, ticket: string): Promise<void> {
  await json(`/api/battles/${battle}/vote`, { method: 'DELETE', headers: { authorization: `Ticket ${ticket}` } })
}
