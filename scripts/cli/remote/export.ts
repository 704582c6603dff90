import type { ViewRequest } from '../../../server/ratings/index.ts'
import { DeadheatError } from '../../../clients/typescript/index.ts'
import type { Remote } from './server.ts'

interface Exported {
  text: AsyncIterable<Uint8Array>
  /** The newest daily digest of the arena; null if it has none. */
  digest: string | null
}

/**
 * An export as it arrives, so that it is never in memory as a whole.
 * @param fileName such as `votes.csv`
 */
export async function exportOver(
  remote: Remote,
  slug: string,
  fileName: string,
  view: ViewRequest,
): Promise<Exported> {
  const path = `/api/arenas/${encodeURIComponent(slug)}/export/${fileName}`
  const response = await remote.request(path, { query: { ...view } })
  return { text: whole(response, remote.address), digest: response.headers.get('deadheat-digest') }
}

/** @throws {DeadheatError} if the connection breaks, so that a part is never taken for the whole */
async function* whole(response: Response, address: string): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body!
  } catch {
    throw new DeadheatError(`${address} broke off: the export is not complete.`, 'unreachable', null, {})
  }
}
