import type { ViewRequest } from '../../../server/ratings/index.ts'
import type { ArenaDetail, Board } from '../../../shared/contracts/index.ts'
import type { SiteContent } from '../../../server/transfer/index.ts'
import { exportOver } from './export.ts'
import { saysClosed } from './says-closed.ts'
import type { Remote } from './server.ts'

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
      const response = await remote.request(`${path}/leaderboard/settled`, { query: { ...view } })
      const board = await response.text()
      return {
        slug,
        title: arena.title,
        question: arena.description,
        visibility: arena.visibility,
        isClosed: saysClosed(JSON.parse(board) as Board, arena),
        archivedAt: arena.archivedAt ?? null,
        board,
      }
    },
    votes: async () => (await exportOver(remote, slug, 'votes.jsonl', view)).text,
  }
}
