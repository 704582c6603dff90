import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { published } from '../platform/postgres/publishing.ts'
import type { DeclaredOrder, Board } from '../../shared/contracts/index.ts'
import type { ComputedDifferences } from './vote-store/differences-of.ts'
import { inSlot } from './board-slots.ts'
import { fromStore } from './rating-threads.ts'
import type { ArenaView } from './view.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Kysely } from 'kysely'
import { isAbove } from '../../shared/stats/declare/declare.ts'
import type { Database } from '../platform/schema.ts'
import type { NewSnapshot } from './snapshots.ts'

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
    fromStore(deps, arena.id, publication, { differencesOf: contestant, view, isTracked }),
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

// Since which board of a view each order of two contestants has been declared.

type Declaring = Pick<Board, 'votes' | 'computedAt' | 'looks' | 'contestants'>

/** The orders that a board declares; `pairs` are triples: index of the higher name, of the lower, and of the board. */
interface DeclaredPairs {
  names: string[]
  boards: DeclaredOrder[]
  pairs: number[]
}

/**
 * The orders that this board declares, each with the first board since which every one declares it.
 * @param before  those of the board before it, or null
 */
export function declaredPairs(board: Declaring, before: DeclaredPairs | null): DeclaredPairs {
  const { votes, computedAt, contestants } = board
  const since = before ? sinceWhen(before) : () => undefined
  const now = { votes, at: computedAt }
  const indexes = new Map<DeclaredOrder, number>()
  const pairs: number[] = []
  for (const [a, higher] of contestants.entries())
    for (const [b, lower] of contestants.entries()) {
      if (!isAbove(higher.comparison, lower.comparison)) continue
      const first = since(higher.name, lower.name) ?? now
      if (!indexes.has(first)) indexes.set(first, indexes.size)
      pairs.push(a, b, indexes.get(first)!)
    }
  return { names: contestants.map(({ name }) => name), boards: [...indexes.keys()], pairs }
}

/** Makes the function that gives the first board of an order; undefined if the order is not declared. */
export function sinceWhen({ names, boards, pairs }: DeclaredPairs) {
  const numbers = new Map(names.map((name, n) => [name, n]))
  const first = new Map<number, DeclaredOrder>()
  for (let i = 0; i < pairs.length; i += 3)
    first.set(pairs[i] * names.length + pairs[i + 1], boards[pairs[i + 2]])
  return (higher: string, lower: string): DeclaredOrder | undefined => {
    const [a, b] = [numbers.get(higher), numbers.get(lower)]
    return a === undefined || b === undefined ? undefined : first.get(a * names.length + b)
  }
}

/** The declared orders of the view's last finished board; null if no job keeps the view current. */
async function selectDeclaredPairs(
  db: Kysely<Database>,
  arenaId: number,
  viewKey: string,
): Promise<DeclaredPairs | null> {
  const row = await db
    .selectFrom('declared_pairs')
    .select('pairs')
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
    .executeTakeFirst()
  return row ? (JSON.parse(row.pairs) as DeclaredPairs) : null
}

/**
 * Carries the declared orders of a view forward to its new finished board.
 * @param isNext  whether a job kept the view current since the board before
 */
export async function recordDeclaredPairs(
  db: Kysely<Database>,
  { arena_id, view_key, board }: NewSnapshot,
  isNext: boolean,
): Promise<void> {
  const declaring = JSON.parse(board) as Declaring
  if (declaring.looks !== 'any') return
  const before = isNext ? await selectDeclaredPairs(db, arena_id, view_key) : null
  const pairs = JSON.stringify(declaredPairs(declaring, before))
  await db
    .insertInto('declared_pairs')
    .values({ arena_id, view_key, pairs })
    .onConflict((conflict) => conflict.columns(['arena_id', 'view_key']).doUpdateSet({ pairs }))
    .execute()
}
