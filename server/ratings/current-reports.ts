import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { Mutex } from '../platform/mutex.ts'
import { ProblemError } from '../platform/problem.ts'
import { published } from '../platform/postgres/publishing.ts'
import { msg } from '../../shared/messages/index.ts'
import { type ArenaView, humanView } from './view.ts'
import { currentPairs } from './current-pairs.ts'
import type { CountedPairs } from './rating-thread.ts'
import { fromStore } from './rating-threads.ts'
import type { ComputedReports } from './reports/board-reports.ts'

/** The most reports that may wait. They are computed one after another. */
const MOST_WAITING = 8

const cacheByPairs = new WeakMap<CountedPairs, Promise<ComputedReports>>()
const queue = new Mutex()
let waiting = 0

/**
 * The reports beside the board of a view: fragility, lack of fit, the effects of position and style, the resampling
 * unit. For a view powered by judges only people's votes count. Computed once for each data version.
 * @throws {ProblemError} too_many_requests when too many reports are waiting
 */
export async function currentReports(
  deps: Deps,
  arena: Arena,
  requestedView: ArenaView,
): Promise<ComputedReports> {
  const view = humanView(requestedView)
  const counted = await currentPairs(deps, arena, view)
  const cached = cacheByPairs.get(counted)
  if (cached) return cached
  if (waiting >= MOST_WAITING) throw new ProblemError('too_many_requests', msg('many_boards'))
  waiting++
  const publication = await published(deps)
  const reports = queue
    .run(() => fromStore(deps, arena.id, publication, { reportsOf: view, slug: arena.slug }))
    .finally(() => waiting--)
  cacheByPairs.set(counted, reports)
  reports.catch(() => cacheByPairs.delete(counted))
  return reports
}
