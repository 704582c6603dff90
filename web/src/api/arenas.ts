import type { ArenaDetail, ArenaListing } from '../../../shared/contracts/arena.ts'
import { answered, server } from './http.ts'

export async function listArenas(): Promise<ArenaListing[]> {
  const { arenas } = await answered(server.api.arenas.$get())
  return arenas
}

export function arenaDetail(arena: string): Promise<ArenaDetail> {
  return answered(server.api.arenas[':arena'].$get({ param: { arena } }))
}
