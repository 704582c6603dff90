/** Stored boards: the job that keeps those of tracked views current, reading them, and computing and storing a new one. */
import { presentSource } from '../../shared/contracts/source.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import { sql, type Selectable } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import { arenaById, type Arena } from '../arenas/index.ts'
import { requestEvaluation } from '../judge-evaluation/index.ts'
import type { Deps } from '../platform/deps.ts'
import { notifyArena } from '../platform/postgres/notifications.ts'
import { currentPublication, PUBLIC_INTERVAL } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { RATE_TASK, requestRating, updateOutgrownStatistics } from '../votes/index.ts'
import { board } from './board.ts'
import { decideIfDue } from './decide.ts'
import { countPastBoards, PAST_TASK, requestPast, type PastPayload } from './past-boards.ts'
import { trackedViews } from './resolve-view.ts'
import { affectsPastBoards, viewDataVersion, isOfRevision, isOlder, type ArenaView } from './view.ts'
import { queryRows } from '../platform/postgres/query.ts'

export type Snapshot = Pick<
  Selectable<Database['snapshots']>,
  'id' | 'tracked' | 'data_version' | 'board' | 'etag'
>
type NewSnapshot = Omit<Selectable<Database['snapshots']>, 'id'>

/** The shortest time between two updates of an arena's boards. */
const SPACING_MS = 200

/** The jobs of ratings. */
export const ratingTasks = (deps: Deps): TaskList => ({
  [RATE_TASK]: (payload) => rateArena(deps, (payload as { arenaId: number }).arenaId),
  [PAST_TASK]: (payload) => countPastBoards(deps, payload as PastPayload),
})

/** The job after every vote: updates the boards of all tracked views of the arena. Doing it twice changes nothing. */
export async function rateArena(deps: Deps, arenaId: number): Promise<void> {
  await waitForSpacing(deps, arenaId)
  // votes and small imports come one by one: each asks for this job
  await updateOutgrownStatistics(deps.db, arenaId)
  const publication = await currentPublication(deps)
  const state = await deps.services.boards.ask('state', arenaId, publication, null)
  // Read after the votes: an import meanwhile may have brought a criterion together with votes on it.
  const arena = await arenaById(deps.db, arenaId)
  if (!arena) return
  // judges, imports and releases from quarantine complete a decision, too
  await decideIfDue(deps, arenaId)
  for (const view of await trackedViews(deps, arena, state)) {
    const dataVersion = viewDataVersion(state, view)
    const stored = await selectSnapshot(deps.db, arenaId, view.key)
    const isPastChanged = !stored || affectsPastBoards(stored.data_version, dataVersion)
    if (isPastChanged) await requestPast(deps.db, arenaId)
    const isCurrent = stored?.data_version === dataVersion
    const snapshot = isCurrent ? stored : await takeSnapshot(deps, arena, view, dataVersion, true)
    if (!snapshot.tracked) await markTracked(deps.db, arenaId, snapshot.id)
  }
  await requestEvaluation(deps, arenaId)
  if (state.hasUnpublished)
    // a process that knows of no interval started before it; a publication makes the job due anyway
    await deps.db
      .transaction()
      .execute((trx) => requestRating(trx, arenaId, deps.settings.publishEvery || PUBLIC_INTERVAL))
}

/** The first vote is rated at once; those that follow within the spacing are rated together. */
async function waitForSpacing({ services: { boards } }: Deps, arenaId: number): Promise<void> {
  const passed = performance.now() - (boards.lastUpdates.get(arenaId) ?? -Infinity)
  if (passed < SPACING_MS) await sleep(SPACING_MS - passed)
  boards.lastUpdates.set(arenaId, performance.now())
}

/** Records that the snapshot's view is tracked. */
async function markTracked(db: Db, arenaId: number, id: number): Promise<void> {
  await db
    .updateTable('snapshots')
    .set({ tracked: true })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .execute()
}

/**
 * The published board of a view. The board of a tracked view is served as stored, unless contestants or texts have
 * changed. The board of any other view is computed when its data version has changed.
 */
export async function currentSnapshot(deps: Deps, arena: Arena, view: ArenaView): Promise<Snapshot> {
  const stored = await selectSnapshot(deps.db, arena.id, view.key)
  if (stored?.tracked && isOfRevision(stored.data_version, arena, view)) return stored
  const state = await deps.services.boards.ask('state', arena.id, await currentPublication(deps), null)
  const dataVersion = viewDataVersion(state, view)
  if (stored?.data_version === dataVersion) return stored
  return takeSnapshot(deps, arena, view, dataVersion, stored?.tracked === true)
}

/**
 * Computes the view's board from the published votes, stores it and notifies open streams: the one way to a stored board.
 * Visitors and jobs that request the same board at the same data version share one computation.
 * @param dataVersion of the votes when the board was requested
 * @param isTracked whether a job keeps the view current; such a board goes first
 * @throws {ProblemError} too_many_requests when too many requested boards are waiting; arena_unknown if the arena was
 *   removed meanwhile
 */
export async function takeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  dataVersion: string,
  isTracked: boolean,
): Promise<Snapshot> {
  const { computing, turns } = deps.services.boards
  const key = `${arena.id} ${dataVersion} ${view.key}`
  const inTurn = () =>
    turns.take(isTracked ? 'tracked' : 'on request', async () => {
      const stored = await selectSnapshot(deps.db, arena.id, view.key)
      const isThere = stored?.data_version === dataVersion && (stored.tracked || !isTracked)
      return isThere ? stored : computeSnapshot(deps, arena, view, isTracked)
    })
  const snapshot = computing.get(key) ?? inTurn().finally(() => computing.delete(key))
  computing.set(key, snapshot)
  return snapshot
}

async function computeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  isTracked: boolean,
  attempts = 3,
): Promise<Snapshot> {
  const before = await arenaById(deps.db, arena.id)
  const begun = performance.now()
  const publication = await currentPublication(deps)
  const computed = await board(deps, before ?? arena, view, { publication })
  // warnings were read before the votes, so a change in between would leave old warnings on a new board
  const after = await arenaById(deps.db, arena.id)
  if (attempts > 1 && after?.revision !== before?.revision)
    return computeSnapshot(deps, arena, view, isTracked, attempts - 1)
  const served = await storeSnapshot(deps.db, {
    arena_id: arena.id,
    view_key: view.key,
    tracked: isTracked,
    computed_at: computed.computedAt,
    data_version: computed.dataVersion,
    board: computed.board,
    etag: computed.etag,
  }).catch(async (error: unknown) => {
    if (await arenaById(deps.db, arena.id)) throw error
    throw new ProblemError('arena_unknown', msg('arena_not_here', { arena: arena.slug }))
  })
  deps.services.metrics.boardSeconds.observe((performance.now() - begun) / 1000)
  return served
}

/**
 * Stores a board unless a newer one of its view is stored, and notifies open streams.
 * @returns the snapshot to serve now
 */
async function storeSnapshot(db: Db, snapshot: NewSnapshot): Promise<Snapshot> {
  return db.transaction().execute(async (trx) => {
    const { arena_id, view_key, data_version: version } = snapshot
    await lockView(trx, arena_id, view_key)
    const served = await selectSnapshot(trx, arena_id, view_key)
    if (served && isOlder(version, served.data_version)) return served
    const inserted = await insertSnapshot(trx, snapshot)
    await notifyArena(trx, arena_id)
    return inserted
  })
}

const COLUMNS = ['id', 'tracked', 'data_version', 'board', 'etag'] as const
const MAX_UNTRACKED = 200

/** The newest board of a view. */
export function selectSnapshot(db: Db, arenaId: number, viewKey: string): Promise<Snapshot | undefined> {
  return db
    .selectFrom('snapshots')
    .select(COLUMNS)
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', viewKey)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
    .then((stored) => stored && { ...stored, board: withPresentSource(stored.board) })
}

/** A stored board with the present name of its source. What it seals keeps the name by which it was hashed. */
const withPresentSource = (board: string): string =>
  board.replace(
    /^(\{"arena":[^,]*,"view":\{"source":")([a-z-]+)/,
    (_, begin: string, source: string) => begin + presentSource(source),
  )

/** Of each of these views, the newest board, without its contents; nothing of a view without one. */
export const selectNewest = (
  db: Db,
  views: readonly { arenaId: number; viewKey: string }[],
): Promise<{ arenaId: number; id: number }[]> =>
  queryRows<{ arenaId: number; id: number }>(db)`
    select asked.arena_id as "arenaId", newest.id
    from unnest(${views.map(({ arenaId }) => arenaId)}::int[], ${views.map(({ viewKey }) => viewKey)}::text[])
      as asked (arena_id, view_key)
    cross join lateral (select id from snapshots s where s.arena_id = asked.arena_id and s.view_key = asked.view_key
      order by id desc limit 1) newest`

export async function selectBoard(db: Db, arenaId: number, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('snapshots')
    .select('board')
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && withPresentSource(row.board)
}

/** Lets one process at a time store a board of the view, until the transaction ends. */
async function lockView(trx: Trx, arenaId: number, viewKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${arenaId}, hashtext(${viewKey}))`.execute(trx)
}

/**
 * Stores the snapshot. Of a tracked view it keeps the last earlier snapshot of every hour. Of views that are not
 * tracked, it keeps the newest snapshots of the arena.
 */
async function insertSnapshot(trx: Trx, snapshot: NewSnapshot): Promise<Snapshot> {
  const inserted = await trx
    .insertInto('snapshots')
    .values(snapshot)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await (snapshot.tracked ? thinOut(trx, snapshot, inserted.id) : deleteOldest(trx, snapshot.arena_id))
  return inserted
}

async function thinOut(trx: Trx, snapshot: NewSnapshot, newest: number): Promise<void> {
  await trx
    .deleteFrom('snapshots')
    .where('arena_id', '=', snapshot.arena_id)
    .where('view_key', '=', snapshot.view_key)
    .where('id', '<', newest)
    .where(
      sql<boolean>`date_trunc('hour', computed_at) = date_trunc('hour', ${snapshot.computed_at}::timestamptz)`,
    )
    .execute()
}

/** Anybody can request views by any dates, and these must not fill the database. */
async function deleteOldest(trx: Trx, arenaId: number): Promise<void> {
  await sql`
    delete from snapshots where arena_id = ${arenaId} and not tracked and id <= (
      select id from snapshots where arena_id = ${arenaId} and not tracked order by id desc offset ${MAX_UNTRACKED} limit 1
    )`.execute(trx)
}
