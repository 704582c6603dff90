import type { History } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectHistory } from './history-queries.ts'
import { selectLastFinishedId } from './snapshot-queries.ts'
import type { ArenaView } from './arena-view.ts'

/** The histories of so many views are remembered, each until its next board. */
const REMEMBERED = 32

export interface BoardHistory {
  points: History['points']
}

interface Remembered {
  newest: number | null
  history: Promise<BoardHistory>
}

const remembered = new WeakMap<object, Map<string, Remembered>>()

/**
 * The stored boards of a view, oldest first. The same object until the next board. A view that no job keeps current
 * has only the boards that somebody asked for.
 */
export async function boardHistory(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  view: ArenaView,
): Promise<BoardHistory> {
  const newest = await selectLastFinishedId(db, arena.id, view.key)
  const ours = remembered.get(db) ?? new Map<string, Remembered>()
  remembered.set(db, ours)
  const key = `${arena.id} ${view.key}`
  const there = ours.get(key)
  if (there?.newest === newest) return there.history
  const history = selectHistory(db, arena.id, view.key).then((points) => ({ points }))
  const entry = { newest, history }
  ours.delete(key)
  ours.set(key, entry)
  if (ours.size > REMEMBERED) ours.delete(ours.keys().next().value!)
  history.catch(() => ours.get(key) === entry && ours.delete(key))
  return history
}
