import type { ArenaDetail, ListedArena } from '../../../shared/contracts/arena.ts'
import { answered, server } from './http.ts'

export async function listArenas(): Promise<ListedArena[]> {
  const call: Promise<Response> = server.api.arenas.$get()
  const { arenas } = await answered<{ arenas: ListedArena[] }>(call)
  return arenas
}

export function arenaDetail(arena: string): Promise<ArenaDetail> {
  const call: Promise<Response> = server.api.arenas[':arena'].$get({ param: { arena } })
  return answered(call)
}
