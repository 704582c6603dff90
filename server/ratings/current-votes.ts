/**
 * What else the published votes of a view say, beside its board: who beat whom, differences, reports, and votes by prompt.
 */
import { shortList, msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { selectFactors } from '../contestants/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import type { CountedPairs, Requests } from './rating-thread.ts'
import type { ComputedReports } from './reports/compute-reports.ts'
import { selectSnapshot } from './snapshots.ts'
import type { ComputedDifferences } from './vote-store/compute-differences.ts'
import type { ListedVotes, VoteListRequest } from './vote-store/listed-votes.ts'
import type { PromptVotes } from './vote-store/votes-by-prompt.ts'
import { viewDataVersion, type ArenaView } from './view.ts'

/** Asks the published votes of an arena. */
const askVotes = async <Kind extends keyof Requests>(
  deps: Deps,
  arena: Arena,
  kind: Kind,
  request: Parameters<Requests[Kind]>[1],
): Promise<Awaited<ReturnType<Requests[Kind]>>> =>
  deps.services.boards.ask(kind, arena.id, await currentPublication(deps), request)

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
 * What the votes of a view say beside its board, computed once for each data version.
 * @param measureBytes  what it takes in memory, roughly
 */
export async function latestFigure<Value>(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  name: string,
  compute: () => Promise<Value>,
  measureBytes?: (value: Value) => number,
): Promise<Value> {
  const version = viewDataVersion(await askVotes(deps, arena, 'state', null), view)
  return deps.services.boards.latest.get(`${name} ${arena.id} ${view.key}`, version, compute, measureBytes)
}

/**
 * Who beat whom how often.
 * @throws {ProblemError} too_many_requests when too many views that are not tracked are being counted
 */
export const currentPairs = (deps: Deps, arena: Arena, view: ArenaView): Promise<CountedPairs> =>
  latestFigure(
    deps,
    arena,
    view,
    'pairs',
    () => counting(deps, arena, view, () => askVotes(deps, arena, 'pairs', { view })),
    ({ contestants, ...columns }) =>
      Object.values(columns).reduce<number>(
        (sum, column) => sum + (typeof column === 'number' ? 0 : column.byteLength),
        100 * contestants.length,
      ),
  )

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
): Promise<ComputedDifferences> {
  const computed = await counting(deps, arena, view, () =>
    askVotes(deps, arena, 'differences', { view, contestant }),
  )
  if (computed.contestant === null)
    throw unknownContestantProblem(
      arena,
      contestant,
      computed.others.map(({ name }) => name),
    )
  return computed
}

export const unknownContestantProblem = (
  { slug }: Pick<Arena, 'slug'>,
  requestedName: string,
  names: readonly string[],
  fieldName = 'contestant',
): ProblemError =>
  new ProblemError(
    'invalid_request',
    msg('unknown_name', {
      field: fieldName,
      arena: slug,
      kind: 'contestant',
      name: requestedName,
      there: shortList(names, requestedName),
    }),
  )

/**
 * The reports beside the board of a view: lack of fit, the effects of position, style and ingredients, the resampling unit. They
 * are computed one after another.
 * @throws {ProblemError} too_many_requests when too many reports are waiting
 */
export const currentReports = (deps: Deps, arena: Arena, view: ArenaView): Promise<ComputedReports> =>
  latestFigure(deps, arena, view, 'reports', () =>
    deps.services.boards.reportTurns.take('on request', async () => {
      const withFactors = await selectFactors(deps.db, arena.id)
      return askVotes(deps, arena, 'reports', { view, slug: arena.slug, withFactors })
    }),
  )

/** The votes on one contestant, prompt by prompt. */
export const currentVotesByPrompt = (
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  name: string,
): Promise<PromptVotes[]> => askVotes(deps, arena, 'byPrompt', { view, name })

/** How far the votes of one voter moved the ratings of a view; null where that cannot be said soon. */
export const voterInfluence = (deps: Deps, arena: Arena, view: ArenaView, voter: string) =>
  askVotes(deps, arena, 'influence', { view, voter })

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
  deps.services.boards.scanTurns.take('on request', () => askVotes(deps, arena, 'listed', { view, request }))
