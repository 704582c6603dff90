import type { ViewRequest } from '../../../server/ratings/index.ts'
import { DeadheatError } from '../../../clients/typescript/error.ts'
import { arenaPath, fetchBoard, type Call, type Remote } from './server.ts'
import type { ArenaDetail } from '../../../shared/contracts/index.ts'
import { votingClosedSince } from '../../../shared/contracts/source.ts'
import type { SiteContent } from '../../../server/transfer/index.ts'

/** @param fileName such as `votes.csv` */
export const fetchExport = (remote: Remote, slug: string, fileName: string, view: ViewRequest) =>
  fetchWhole(remote, `${arenaPath(slug)}/export/${fileName}`, { ...view })

/** What a path answers as it arrives, so that it is never in memory as a whole. */
export const fetchWhole = async (remote: Remote, path: string, query: Call['query'] = {}) =>
  whole(await remote.request(path, { query }), remote)

/** @throws {DeadheatError} if the connection breaks, so that a part is never taken for the whole */
async function* whole(response: Response, { address, app }: Remote): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body!
  } catch (error) {
    if (app) throw error
    throw new DeadheatError(`${address} broke off: the export is not complete.`, 'unreachable', null, {})
  }
}

/** The board of a view for a static site. */
export async function siteContent(remote: Remote, slug: string, view: ViewRequest): Promise<SiteContent> {
  const arena = await remote.json<ArenaDetail>(arenaPath(slug))
  const board = await fetchBoard(remote, slug, view)
  return {
    slug,
    title: arena.title,
    question: arena.description,
    visibility: arena.visibility,
    closedAt: votingClosedSince(arena, Date.now(), board.view.source),
    archivedAt: arena.archivedAt ?? null,
    board: JSON.stringify(board),
  }
}
