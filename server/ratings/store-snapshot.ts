import type { Deps } from '../platform/deps.ts'
import { notifyBoard } from '../platform/notifications.ts'
import { isOlder } from './data-version.ts'
import { recordDeclaredPairs } from './declared-pairs.ts'
import { withDeclaredSince } from './declared-since.ts'
import { deletePreviews, insertSnapshot, lockView, selectSnapshot } from './snapshot-queries.ts'
import type { NewSnapshot, Snapshot } from './snapshot-queries.ts'

/**
 * Stores a board unless a newer one of its view is stored, and notifies open streams. A view has one preview at most, and
 * only while the preview counts votes that no other board of the view counts.
 * @returns the snapshot to serve now
 */
export async function storeSnapshot({ db }: Pick<Deps, 'db'>, snapshot: NewSnapshot): Promise<Snapshot> {
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
