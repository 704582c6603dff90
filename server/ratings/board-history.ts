import type { CountedLater, History } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { LatestValues } from '../platform/latest-values.ts'
import { selectHistory } from './history-queries.ts'
import { selectPastPoints, selectPastProgress } from './past/past-queries.ts'
import { selectLastFinishedId } from './snapshot-queries.ts'
import type { ArenaView } from './arena-view.ts'

/** What the histories of all views may take, each until its next board. */
const MOST_BYTES = 128 * 2 ** 20
/** Of one rated contestant on one board, roughly. */
const RATING_BYTES = 100

export type BoardHistory = Pick<History, 'points' | 'countedLater'>

const cacheByDatabase = new WeakMap<object, LatestValues<BoardHistory>>()

/**
 * The boards of a view, oldest first: those of days before the first stored one, counted later, then the stored ones.
 * Returns the same object until the next board. A view that is not tracked has only boards that were requested.
 */
export async function boardHistory(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  view: ArenaView,
): Promise<BoardHistory> {
  const { version: past, ...countedLater } = await selectPastProgress(db, arena.id, view.key)
  const newest = await selectLastFinishedId(db, arena.id, view.key)
  const version = `${newest} ${past} ${countedLater.of}`
  const cache = cacheByDatabase.get(db) ?? new LatestValues<BoardHistory>(MOST_BYTES, bytesOf)
  cacheByDatabase.set(db, cache)
  return cache.get(`${arena.id} ${view.key}`, version, async () => {
    const points = await read(db, arena.id, view.key)
    return { points, countedLater }
  })
}

const bytesOf = ({ points }: BoardHistory): number =>
  points.reduce((sum, { ratings }) => sum + RATING_BYTES * (1 + ratings.length), 0)

async function read(db: Deps['db'], arenaId: number, viewKey: string): Promise<History['points']> {
  const past = await selectPastPoints(db, arenaId, viewKey)
  return [...past, ...(await selectHistory(db, arenaId, viewKey))]
}

/** How many boards of earlier days are planned and counted, of all views of an arena. */
export async function pastProgress({ db }: Pick<Deps, 'db'>, arena: Arena): Promise<CountedLater> {
  const { counted, of } = await selectPastProgress(db, arena.id, null)
  return { counted, of }
}
