import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Publication } from '../platform/publication.ts'
import type { ArenaView } from './arena-view.ts'
import { focusWarnings } from './focus-warnings.ts'
import { judgingWarnings } from './judging-warnings.ts'
import { selectChecksByContestant, selectHasImportedVotes } from './queries.ts'
import type { BoardTask } from './rating-thread.ts'

/** What the rating thread needs for a full board of a view that is not tracked, with all that votes do not say. */
export async function boardTask(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView,
  { publication }: { publication: Publication | null },
): Promise<BoardTask> {
  return {
    slug: arena.slug,
    view,
    isTracked: false,
    computedAt: deps.clock(),
    preview: null,
    judging: {
      warnings: [
        ...(await judgingWarnings(deps.db, arena.id, { ...view, publication })),
        ...(await focusWarnings(deps.db, arena.id, view.source)),
      ],
      checks: await selectChecksByContestant(deps.db, arena.id),
    },
    hasImportedVotes: await selectHasImportedVotes(deps.db, arena.id),
    voterCap: arena.settings.voterCap ?? null,
  }
}
