import type { Arena } from '../../arenas/index.ts'
import { showsClosed } from '../../leaderboard/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { finishedSnapshot, resolveView } from '../../ratings/index.ts'
import type { ViewRequest } from '../../ratings/index.ts'
import type { SiteContent } from './site-files.ts'

/**
 * The board of a view for a static site.
 * @throws {ProblemError} invalid_request for a view that the arena does not have
 */
export async function siteContent(deps: Deps, arena: Arena, request: ViewRequest): Promise<SiteContent> {
  const view = await resolveView(deps, arena, request)
  const { board } = await finishedSnapshot(deps, arena, view)
  return {
    slug: arena.slug,
    title: arena.title,
    question: arena.description,
    visibility: arena.visibility,
    isClosed: await showsClosed(deps, arena, view),
    archivedAt: arena.archived_at?.toISOString() ?? null,
    board,
  }
}
