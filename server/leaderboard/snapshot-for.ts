import type { Context } from 'hono'
import { arenaBySlug, type Arena, isVotingClosed } from '../arenas/index.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import {
  currentSnapshot,
  humanView,
  resolveView,
  type ArenaView,
  type Snapshot,
  type ViewRequest,
} from '../ratings/index.ts'
import { parseSource } from '../../shared/contracts/source.ts'
import { tagOf } from '../platform/http/respond.ts'

/** The requested view of an arena that the reader may see. */
export async function viewFor(
  c: Context<Env>,
  deps: Deps,
  slug: string,
  request: ViewRequest,
): Promise<{ arena: Arena; view: ArenaView }> {
  const arena = await arenaBySlug(deps.db, slug, isAdmin(c, deps))
  c.set('shownArena', arena.id)
  return { arena, view: await resolveView(deps, arena, request) }
}

/** The view whose votes are counted: for a board powered by judges, that of people. */
export async function countsFor(
  c: Context<Env>,
  deps: Deps,
  slug: string,
  request: ViewRequest,
): Promise<{ arena: Arena; view: ArenaView }> {
  const { arena, view } = await viewFor(c, deps, slug, request)
  return { arena, view: humanView(view) }
}

/** The published board of the requested view. */
export async function snapshotFor(
  c: Context<Env>,
  deps: Deps,
  slug: string,
  request: ViewRequest,
  snapshotOf = currentSnapshot,
): Promise<Snapshot> {
  const { arena, view } = await viewFor(c, deps, slug, request)
  return snapshotOf(deps, arena, view)
}

/** Whether a board says that voting is closed: it counts people's votes, and no further ones can come. */
export const showsClosed = async (deps: Deps, arena: Arena, { source }: ArenaView): Promise<boolean> =>
  (parseSource(source)?.kinds.includes('human') ?? false) && (await isVotingClosed(deps, arena))

/** The ETag of a rendered board. */
export const tagOfRendered = (etag: string, isClosed: boolean): string =>
  isClosed ? tagOf(`${etag} closed`) : etag
