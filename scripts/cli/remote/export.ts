import type { ViewRequest } from '../../../server/ratings/index.ts'
import { DeadheatError } from '../../../clients/typescript/index.ts'
import type { Remote } from './server.ts'
import type { ArenaDetail, Board } from '../../../shared/contracts/index.ts'
import { closedSince } from '../../../shared/contracts/source.ts'
import type { SiteContent } from '../../../server/transfer/index.ts'

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

/** Where the board and the votes of a site are from. Both may change while votes come in. */
export interface SiteSource {
  content: () => Promise<SiteContent>
  /** The votes as JSONL, as a visitor may export them. */
  votes: () => Promise<AsyncIterable<string | Uint8Array>>
}

/** Board and votes of a site from a server. */
export function siteOver(remote: Remote, slug: string, view: ViewRequest): SiteSource {
  const path = `/api/arenas/${encodeURIComponent(slug)}`
  return {
    async content() {
      const arena = await remote.json<ArenaDetail>(path)
      const response = await remote.request(`${path}/leaderboard`, { query: { ...view } })
      const board = await response.text()
      return {
        slug,
        title: arena.title,
        question: arena.description,
        visibility: arena.visibility,
        closedAt: closedSince(arena, Date.now(), (JSON.parse(board) as Board).view.source),
        archivedAt: arena.archivedAt ?? null,
        board,
      }
    },
    votes: async () => (await exportOver(remote, slug, 'votes.jsonl', view)).text,
  }
}
