/** The board of a view as an event, read and written out once for all streams that want it at the same time. */
import { arenaBySlug } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Notifications } from '../platform/notifications.ts'
import { currentSnapshot, resolveView } from '../ratings/index.ts'
import type { ViewRequest } from '../ratings/index.ts'

export interface BoardEvent {
  etag: string
  /** The event as it is sent. */
  bytes: Uint8Array
}

/** By arena, the boards that are being read, by view and reader. */
const readings = new WeakMap<Notifications, Map<number, Map<string, Promise<BoardEvent>>>>()

/**
 * The current board. A reading that began since the last news of the arena and has not ended is shared.
 * @param admin whether the reader may see the arena even when it is private
 */
export function sharedBoard(
  deps: Deps,
  arena: Pick<Arena, 'id' | 'slug'>,
  request: ViewRequest,
  admin: boolean,
): Promise<BoardEvent> {
  const byArena = readings.get(deps.notifications) ?? new Map<number, Map<string, Promise<BoardEvent>>>()
  readings.set(deps.notifications, byArena)
  const ofArena = byArena.get(arena.id) ?? new Map<string, Promise<BoardEvent>>()
  byArena.set(arena.id, ofArena)
  const key = JSON.stringify([admin, request])
  const there = ofArena.get(key)
  if (there) return there
  const reading = readBoard(deps, arena.slug, request, admin).finally(() => {
    ofArena.delete(key)
    if (ofArena.size === 0 && byArena.get(arena.id) === ofArena) byArena.delete(arena.id)
  })
  ofArena.set(key, reading)
  return reading
}

/** To be called with news of the arena: what is being read may lack it. */
export const forgetReadings = ({ notifications }: Pick<Deps, 'notifications'>, arenaId: number): void =>
  void readings.get(notifications)?.delete(arenaId)

async function readBoard(
  deps: Deps,
  slug: string,
  request: ViewRequest,
  admin: boolean,
): Promise<BoardEvent> {
  const arena = await arenaBySlug(deps.db, slug, admin)
  const { id, etag, board } = await currentSnapshot(deps, arena, await resolveView(deps, arena, request))
  const data = board.replaceAll('\n', '\ndata: ')
  return { etag, bytes: new TextEncoder().encode(`event: leaderboard\ndata: ${data}\nid: ${id}\n\n`) }
}
