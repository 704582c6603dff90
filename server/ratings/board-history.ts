import type { CountedLater, History } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { Lru } from '../platform/lru.ts'
import type { Deps } from '../platform/deps.ts'
import { selectHistory } from './history-queries.ts'
import { selectPastPoints, selectPastProgress } from './past/past-queries.ts'
import { selectLastFinishedId } from './snapshot-queries.ts'
import type { ArenaView } from './arena-view.ts'

/** The cache holds the histories of this many views, each until its next board. */
const CACHED_VIEWS = 32

export type BoardHistory = Pick<History, 'points' | 'countedLater'>

interface CachedHistory {
  version: string
  history: Promise<BoardHistory>
}

const cacheByDatabase = new WeakMap<object, Lru<CachedHistory>>()

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
  const cache = cacheByDatabase.get(db) ?? new Lru<CachedHistory>(CACHED_VIEWS)
  cacheByDatabase.set(db, cache)
  const key = `${arena.id} ${view.key}`
  const cached = cache.get(key)
  if (cached?.version === version) return cached.history
  const history = read(db, arena.id, view.key).then((points) => ({ points, countedLater }))
  const entry = { version, history }
  cache.set(key, entry)
  history.catch(() => cache.get(key) === entry && cache.delete(key))
  return history
}

async function read(db: Deps['db'], arenaId: number, viewKey: string): Promise<History['points']> {
  const past = await selectPastPoints(db, arenaId, viewKey)
  return [...past, ...(await selectHistory(db, arenaId, viewKey))]
}

/** How many boards of earlier days are planned and counted, of all views of an arena. */
export async function pastProgress({ db }: Pick<Deps, 'db'>, arena: Arena): Promise<CountedLater> {
  const { counted, of } = await selectPastProgress(db, arena.id, null)
  return { counted, of }
}
