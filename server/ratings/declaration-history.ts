/** Since which board of a tracked view its winner, and each order of two contestants, has been declared. */
import type { Selectable } from 'kysely'
import type { Board, DeclaredOrder } from '../../shared/contracts/index.ts'
import { isAbove } from '../../shared/stats/declare/declare.ts'
import type { Db } from '../platform/schema.ts'
import type { SnapshotTable } from './tables.ts'
import { serialiseBoard } from './vote-store/view-votes.ts'

type NewSnapshot = Omit<Selectable<SnapshotTable>, 'id'>

type DeclaredSince = NonNullable<Board['declaredSince']>
type Named = Pick<Board, 'state' | 'leader' | 'votes' | 'computedAt' | 'looks' | 'declaredSince'>

const winnerOf = ({ state, leader }: Named): string | null => (state === 'wins' ? leader : null)

/**
 * The snapshot with `declaredSince` on its board, carried forward from the last board of the view, as the declared orders of its pairs
 * are. Only boards that a job keeps current and that hold for all looks have them. Between two boards on request, it is
 * unknown what was declared.
 * @param last the newest stored board of the view
 */
export async function withDeclarations(
  db: Db,
  snapshot: NewSnapshot,
  last: Pick<NewSnapshot, 'tracked' | 'board'> | undefined,
): Promise<NewSnapshot> {
  if (!snapshot.tracked) return snapshot
  const board = JSON.parse(snapshot.board) as Board
  if (board.looks !== 'any') return snapshot
  const { arena_id, view_key } = snapshot
  const orders = last?.tracked ? await selectDeclaredPairs(db, arena_id, view_key) : null
  const pairs = JSON.stringify(declaredPairs(board, orders))
  await db
    .insertInto('declared_pairs')
    .values({ arena_id, view_key, pairs })
    .onConflict((conflict) => conflict.columns(['arena_id', 'view_key']).doUpdateSet({ pairs }))
    .execute()
  const before = last?.tracked ? (JSON.parse(last.board) as Named) : null
  const declared = declaredSince(board, before)
  return declared ? { ...snapshot, ...serialiseBoard({ ...board, declaredSince: declared }) } : snapshot
}

/**
 * The first board since which every board of the view has named the same winner. Null if no winner was named.
 * @param before the last board of the view
 */
function declaredSince(board: Named, before: Named | null): DeclaredSince | null {
  if (board.looks !== 'any') return null
  // a board for one look makes another claim
  const last = before?.looks === 'any' ? before : null
  const known = last && knownOf(last)
  const winner = winnerOf(board)
  const wonBefore = last && winnerOf(last)
  const stands = winner !== null && winner === wonBefore
  const fell = (known?.fell ?? 0) + (wonBefore !== null && !stands ? 1 : 0)
  if (winner === null) return fell > 0 ? { winner: null, fell } : null
  const since = stands ? known!.winner : { votes: board.votes, at: board.computedAt }
  return { winner: since, fell }
}

/** A stored board without this field counts as the first that named its winner. */
function knownOf(board: Named): DeclaredSince {
  const { votes, computedAt, declaredSince: known } = board
  return known ?? { winner: winnerOf(board) === null ? null : { votes, at: computedAt }, fell: 0 }
}

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
  const since = before ? declarationLookup(before) : () => undefined
  const now = { votes, at: computedAt }
  const indexes = new Map<DeclaredOrder, number>()
  const pairs: number[] = []
  for (const [a, higher] of contestants.entries())
    for (const [b, lower] of contestants.entries()) {
      if (!isAbove(higher.interval, lower.interval)) continue
      const first = since(higher.name, lower.name) ?? now
      if (!indexes.has(first)) indexes.set(first, indexes.size)
      pairs.push(a, b, indexes.get(first)!)
    }
  return { names: contestants.map(({ name }) => name), boards: [...indexes.keys()], pairs }
}

/** Makes the function that gives the first board of an order; undefined if the order is not declared. */
export function declarationLookup({ names, boards, pairs }: DeclaredPairs) {
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
export async function selectDeclaredPairs(
  db: Db,
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
