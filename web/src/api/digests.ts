import type { ChainDigest, ChainDigests } from '../../../shared/contracts/integrity.ts'
import { answered, server } from './http.ts'

/** The newest daily digest of an arena; null: no day has ended since its first vote. Throws a `Failure`. */
export async function newestDigest(arena: string): Promise<ChainDigest | null> {
  const query = { limit: '1' }
  const call: Promise<Response> = server.api.arenas[':arena'].digests.$get({ param: { arena }, query })
  const { digests } = await answered<ChainDigests>(call)
  return digests[0] ?? null
}
