import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/http/http.ts'
import { published } from '../platform/postgres/publishing.ts'
import { selectDeclaredPairs, sinceWhen } from './declared-pairs.ts'
import type { DeclaredOrder } from '../../shared/contracts/index.ts'
import type { ComputedDifferences } from './vote-store/differences-of.ts'
import { inSlot } from './in-slot.ts'
import { differencesFromStore } from './rating-threads.ts'
import type { ArenaView } from './arena-view.ts'
import { msg } from '../../shared/messages/index.ts'

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
  const publication = await published(deps)
  const computed = await inSlot(deps, arena, view, (isTracked) =>
    differencesFromStore(deps, arena.id, publication, { differencesOf: contestant, view, isTracked }),
  )
  const { contestant: name, others } = computed
  if (name === null) throw noContestant(arena, contestant)
  const declared = await selectDeclaredPairs(deps.db, arena.id, view.key)
  const since = declared ? sinceWhen(declared) : () => undefined
  return {
    ...computed,
    others: others.map((other) => ({
      ...other,
      declaredSince: since(name, other.name) ?? since(other.name, name) ?? null,
    })),
  }
}

export const noContestant = (
  { slug }: Pick<Arena, 'slug'>,
  requestedName: string,
  fieldName = 'contestant',
): ProblemError =>
  new ProblemError(
    'invalid_request',
    msg('nobody_called', { field: fieldName, arena: slug, name: requestedName }),
  )
