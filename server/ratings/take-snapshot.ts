import { arenaById, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/http/http.ts'
import { published } from '../platform/postgres/publishing.ts'
import { msg } from '../../shared/messages/index.ts'
import { boardFromStore } from './rating-threads.ts'
import { boardTask } from './board-task.ts'
import {
  selectConfirmedWinner,
  selectSnapshot,
  deletePreviews,
  insertSnapshot,
  lockView,
  type Snapshot,
  type NewSnapshot,
} from './snapshot-queries.ts'
import { withSlot, type Priority } from './board-slots.ts'
import type { ArenaView } from './arena-view.ts'
import { notifyBoard } from '../platform/postgres/notifications.ts'
import { isOlder } from './data-version.ts'
import { recordDeclaredPairs } from './declared-pairs.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { textOf } from './boards/board-text.ts'

const runningByDatabase = new WeakMap<object, Map<string, Promise<Snapshot>>>()

/**
 * Computes the view's board from the published votes, stores it and notifies open streams. Visitors and jobs that
 * request the same board at the same data version share one computation.
 * @param basis the data version when the board was requested
 * @param priority `tracked`: a job keeps the view current, and goes first; `on request`: a visitor requested it
 * @throws {ProblemError} too_many_requests when too many requested boards are waiting; arena_unknown if the arena was
 *   removed meanwhile
 */
export function takeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  basis: string,
  priority: Priority,
): Promise<Snapshot> {
  return once(deps, `${arena.id} ${basis} ${view.key}`, () =>
    withSlot(priority, async () => {
      const stored = priority === 'tracked' ? undefined : await selectSnapshot(deps.db, arena.id, view.key)
      if (stored?.basis === basis && !stored.preview) return stored
      return computeSnapshot(deps, arena, view, priority === 'tracked', false)
    }),
  )
}

/**
 * Like `takeSnapshot` of a tracked view, but always quick. A slow board is replaced by its preview, and the caller
 * queues the job that computes the board. It needs no slot.
 * @param isKept whether a job keeps the view current; a computation that is shared may have begun without
 */
export function takeQuickSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  basis: string,
  isKept: boolean,
): Promise<Snapshot> {
  return once(deps, `quick ${arena.id} ${basis} ${view.key}`, () =>
    computeSnapshot(deps, arena, view, isKept, true),
  )
}

function once(deps: Deps, key: string, compute: () => Promise<Snapshot>): Promise<Snapshot> {
  const running = runningByDatabase.get(deps.db) ?? new Map<string, Promise<Snapshot>>()
  runningByDatabase.set(deps.db, running)
  const promise = running.get(key) ?? compute().finally(() => running.delete(key))
  running.set(key, promise)
  return promise
}

async function computeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  isTracked: boolean,
  isQuick: boolean,
  attempts = 3,
): Promise<Snapshot> {
  const before = await arenaById(deps.db, arena.id)
  const computedAt = deps.clock()
  const begun = performance.now()
  const publication = await published(deps)
  const preview = isQuick
    ? { confirmedWinner: await selectConfirmedWinner(deps.db, arena.id, view.key) }
    : null
  const task = {
    ...(await boardTask(deps, before ?? arena, view, { publication })),
    isTracked,
    computedAt,
    preview,
  }
  const { isPreview, ...computed } = await boardFromStore(deps, arena.id, publication, task)
  // warnings were read before the votes, so a change in between would leave old warnings on a new board
  const after = await arenaById(deps.db, arena.id)
  if (attempts > 1 && after?.revision !== before?.revision)
    return computeSnapshot(deps, arena, view, isTracked, isQuick, attempts - 1)
  const served = await storeSnapshot(deps, {
    arena_id: arena.id,
    view_key: view.key,
    kept: isTracked,
    preview: isPreview,
    computed_at: computedAt,
    ...computed,
  }).catch(async (error: unknown) => {
    if (await arenaById(deps.db, arena.id)) throw error
    throw new ProblemError('arena_unknown', msg('arena_not_here', { arena: arena.slug }))
  })
  const kind = isPreview ? 'preview' : 'board'
  deps.metrics.boardSeconds.add({ kind }, (performance.now() - begun) / 1000)
  return served
}

/**
 * Stores a board unless a newer one of its view is stored, and notifies open streams. A view has one preview at most, and
 * only while the preview counts votes that no other board of the view counts.
 * @returns the snapshot to serve now
 */
async function storeSnapshot({ db }: Pick<Deps, 'db'>, snapshot: NewSnapshot): Promise<Snapshot> {
  return db.transaction().execute(async (trx) => {
    const { arena_id, view_key, basis } = snapshot
    await lockView(trx, arena_id, view_key)
    const served = await selectSnapshot(trx, arena_id, view_key)
    const board = served?.preview ? await selectSnapshot(trx, arena_id, view_key, 'no preview') : served
    if (served && snapshot.preview && (isOlder(basis, served.basis) || basis === served.basis)) return served
    if (board && isOlder(basis, board.basis)) return served!
    const isStillAhead = served?.preview && !snapshot.preview && isOlder(basis, served.basis)
    if (served?.preview && !isStillAhead) await deletePreviews(trx, arena_id, view_key)
    const inserted = await insertSnapshot(trx, withDeclaredSince(snapshot, board))
    if (snapshot.kept && !snapshot.preview) await recordDeclaredPairs(trx, snapshot, board?.kept === true)
    if (isStillAhead) return served
    await notifyBoard(trx, arena_id)
    return inserted
  })
}

type DeclaredSince = NonNullable<Board['declaredSince']>
type Named = Pick<Board, 'winner' | 'votes' | 'computedAt' | 'looks' | 'preview' | 'declaredSince'>

/**
 * The snapshot with `declaredSince` on its board, carried forward from the last board of the view. Only boards that a
 * job keeps current and that hold for all looks have it. Between two boards on request, it is unknown what was
 * declared.
 * @param last the newest stored board of the view that is not a preview
 */
function withDeclaredSince(snapshot: NewSnapshot, last: Snapshot | undefined): NewSnapshot {
  if (!snapshot.kept) return snapshot
  const board = JSON.parse(snapshot.board) as Board
  const before = last?.kept ? (JSON.parse(last.board) as Named) : null
  const declared = declaredSince(board, before)
  return declared ? { ...snapshot, ...textOf({ ...board, declaredSince: declared }) } : snapshot
}

/**
 * The first board since which every board of the view has named the same winner. A preview repeats the value of the
 * last full board. Null if no winner was named.
 * @param before the last board of the view that was not a preview
 */
function declaredSince(board: Named, before: Named | null): DeclaredSince | null {
  if (board.looks !== 'any') return null
  // a board for one look makes another claim
  const last = before?.looks === 'any' ? before : null
  const known = last && knownOf(last)
  if (board.preview) return board.winner !== null && board.winner === last?.winner ? known : null
  const stands = board.winner !== null && board.winner === last?.winner
  const fell = (known?.fell ?? 0) + (last && last.winner !== null && !stands ? 1 : 0)
  if (board.winner === null) return fell > 0 ? { winner: null, fell } : null
  const since = stands ? known!.winner : { votes: board.votes, at: board.computedAt }
  return { winner: since, fell }
}

/** A stored board without this field counts as the first that named its winner. */
function knownOf({ winner, votes, computedAt, declaredSince: known }: Named): DeclaredSince {
  return known ?? { winner: winner === null ? null : { votes, at: computedAt }, fell: 0 }
}
