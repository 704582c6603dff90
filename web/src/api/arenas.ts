import type { ArenaDetail, ArenaListing } from '../../../shared/contracts/arena.ts'
import { json } from './http.ts'

export async function listArenas(): Promise<ArenaListing[]> {
  const { arenas } = await json<{ arenas: ArenaListing[] }>('/api/arenas')
  return arenas
}

export function arenaDetail(arena: string): Promise<ArenaDetail> {
  return json(`/api/arenas/${arena}`)
}
