/**
 * What else the published votes of a view say, beside its board: who beat whom, differences, reports, and votes by prompt.
 */
import type { DeclaredOrder } from '../../shared/contracts/index.ts'
import { shortList, msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { selectFactors } from '../contestants/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import { selectDeclaredPairs, declarationLookup } from './declaration-history.ts'
import type { CountedPairs } from './rating-thread.ts'
import type { ComputedReports } from './reports/board-reports.ts'
import { selectSnapshot } from './snapshots.ts'
import type { ComputedDifferences } from './vote-store/compute-differences.ts'
import type { ListedVotes, VoteListRequest } from './vote-store/listed-votes.ts'
import type { PromptVotes } from './vote-store/votes-by-prompt.ts'
import { viewDataVersion, type ArenaView } from './view.ts'

/**
 * Counts a view: a tracked one at once, any others one at a time, since anybody can ask for any dates.
 * @throws {ProblemError} too_many_requests when too many views that are not tracked are being counted
 */
export async function counting<Counted>(
  { db, services: { boards } }: Pick<Deps, 'db' | 'services'>,
  arena: Arena,
  view: ArenaView,
  count: () => Promise<Counted>,
): Promise<Counted> {
  const snapshot = await selectSnapshot(db, arena.id, view.key)
  return snapshot?.tracked ? count() : boards.turns.take('on request', count)
}

/**
 * Who beat whom how often. Returns the same object while the votes are the same, so that callers can cache by it.
 * @throws {ProblemError} too_many_requests when too many views that are not tracked are being counted
 */
export async function currentPairs(deps: Deps, arena: Arena, view: ArenaView): Promise<CountedPairs> {
  const publication = await currentPublication(deps)
  const dataVersion = viewDataVersion(
    await deps.services.boards.ask('state', arena.id, publication, null),
    view,
  )
  return deps.services.boards.pairs.get(`${arena.id} ${view.key}`, dataVersion, () =>
    counting(deps, arena, view, () => deps.services.boards.ask('pairs', arena.id, publication, { view })),
  )
}

export interface CurrentDifferences extends Omit<ComputedDifferences, 'others'> {
  others: (ComputedDifferences['others'][number] & {
    /**
     * The first board since which every board declares the order of the two; null if the current board declares none.
     */
    declaredSince: DeclaredOrder | null
  })[]
}

/**
 * How one contestant, by name or slug, differs from the others in the published votes of a view.
 * @throws {ProblemError} invalid_request when the arena has none of that name; too_many_requests when too many views
 *   that are not tracked are being counted
 */
export async function currentDifferences(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  contestant: string,
): Promise<CurrentDifferences> {
  const publication = await currentPublication(deps)
  const computed = await counting(deps, arena, view, () =>
    deps.services.boards.ask('differences', arena.id, publication, { view, contestant }),
  )
  const { contestant: name, others } = computed
  if (name === null)
    throw unknownContestantProblem(
      arena,
      contestant,
      others.map((rival) => rival.name),
    )
  const declared = await selectDeclaredPairs(deps.db, arena.id, view.key)
  const since = declared ? declarationLookup(declared) : () => undefined
  return {
    ...computed,
    others: others.map((rival) => ({
      ...rival,
      declaredSince: since(name, rival.name) ?? since(rival.name, name) ?? null,
    })),
  }
}

export const unknownContestantProblem = (
  { slug }: Pick<Arena, 'slug'>,
  requestedName: string,
  names: readonly string[],
  fieldName = 'contestant',
): ProblemError =>
  new ProblemError(
    'invalid_request',
    msg('nobody_called', {
      field: fieldName,
      arena: slug,
      name: requestedName,
      there: shortList(names, requestedName),
    }),
  )

const cacheByPairs = new WeakMap<CountedPairs, { withFactors: string; reports: Promise<ComputedReports> }>()

/**
 * The reports beside the board of a view: lack of fit, the effects of position, style and ingredients, the
 * resampling unit. They are computed once for each data version and set of ingredients, one after another.
 * @throws {ProblemError} too_many_requests when too many reports are waiting
 */
export async function currentReports(deps: Deps, arena: Arena, view: ArenaView): Promise<ComputedReports> {
  const counted = await currentPairs(deps, arena, view)
  const withFactors = await selectFactors(deps.db, arena.id)
  const key = JSON.stringify(withFactors)
  const cached = cacheByPairs.get(counted)
  if (cached?.withFactors === key) return cached.reports
  const reports = deps.services.boards.reportTurns.take('on request', async () =>
    deps.services.boards.ask('reports', arena.id, await currentPublication(deps), {
      view,
      slug: arena.slug,
      withFactors,
    }),
  )
  cacheByPairs.set(counted, { withFactors: key, reports })
  reports.catch(() => cacheByPairs.delete(counted))
  return reports
}

/** The votes on one contestant, prompt by prompt. */
export const currentVotesByPrompt = async (
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  name: string,
): Promise<PromptVotes[]> =>
  deps.services.boards.ask('byPrompt', arena.id, await currentPublication(deps), { view, name })

/**
 * A page of the votes of a view.
 * @throws {ProblemError} too_many_requests when too many requests are waiting
 */
export const currentListedVotes = (
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  request: VoteListRequest,
): Promise<ListedVotes> =>
  // each scans all votes of its arena
  deps.services.boards.scanTurns.take('on request', async () =>
    deps.services.boards.ask('listed', arena.id, await currentPublication(deps), { view, request }),
  )
