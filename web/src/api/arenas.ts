import type { ArenaDetail, ArenaListing } from '../../../shared/contracts/arena.ts'
import { answered, server } from './http.ts'

export async function listArenas(): Promise<ArenaListing[]> {
  const call: Promise<Response> = server.api.arenas.$get()
  const { arenas } = await answered<{ arenas: ArenaListing[] }>(call)
  return arenas
}

export function arenaDetail(arena: string): Promise<ArenaDetail> {
  const call: Promise<Response> = server.api.arenas[':arena'].$get({ param: { arena } })
  return answered(call)
}
