import type { Context } from 'hono'
import type { Board } from '../../shared/contracts/index.ts'
import { arenaForVisitor, type Arena, votingClosedAt } from '../arenas/index.ts'
import { VERSION } from '../platform/config/installation.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import {
  currentSnapshot,
  resolveView,
  type ArenaView,
  type Snapshot,
  type ViewRequest,
} from '../ratings/index.ts'
import { votingClosedSince } from '../../shared/contracts/source.ts'
import { msg } from '../../shared/messages/index.ts'
import { ProblemError } from '../platform/problem.ts'
import { strongEtag } from '../platform/http/etag.ts'

/** The requested view of an arena that the reader may see. */
export async function requestedView(
  c: Context<Env>,
  deps: Deps,
  slug: string,
  request: ViewRequest,
): Promise<{ arena: Arena; view: ArenaView }> {
  const arena = await arenaForVisitor(deps.db, slug, isAdmin(c, deps))
  c.set('isShared', true)
  return { arena, view: await resolveView(deps, arena, request) }
}

/**
 * The published board of a view, for an answer that must come soon.
 * @throws {ProblemError} board_computing if it takes longer; it is computed all the same
 */
export async function snapshotWithTimeout(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  seconds = deps.settings.boardSeconds,
): Promise<Snapshot> {
  const snapshot = currentSnapshot(deps, arena, view)
  let timer: NodeJS.Timeout
  const over = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), 1000 * seconds)))
  const finished = await Promise.race([snapshot, over]).finally(() => clearTimeout(timer))
  if (finished) return finished
  // nobody waits for what it may end with
  snapshot.catch(() => {})
  throw new ProblemError('board_computing', msg('board_computing'), { retryAfter: 10 })
}

/** The published board of the requested view. */
export async function requestedSnapshot(
  c: Context<Env>,
  deps: Deps,
  slug: string,
  request: ViewRequest,
  readSnapshot = snapshotWithTimeout,
): Promise<Snapshot> {
  const { arena, view } = await requestedView(c, deps, slug, request)
  return readSnapshot(deps, arena, view)
}

/**
 * The published board of the requested view, for an answer that is no JSON, with its arena. `closedAt` says since when people can
 * no longer vote; null: they can, or the board does not count their votes.
 */
export async function boardToRender(c: Context<Env>, deps: Deps, slug: string, request: ViewRequest) {
  const { arena, view } = await requestedView(c, deps, slug, request)
  const { etag, board } = await snapshotWithTimeout(deps, arena, view)
  const voting = { closedAt: (await votingClosedAt(deps, arena))?.toISOString() }
  const closedAt = votingClosedSince(voting, 0, view.source)
  return { arena, view, etag, closedAt, board: () => JSON.parse(board) as Board }
}

/** The ETag of a rendered board: it differs with all that is shown, and with the version of the program. */
export const renderedEtag = (etag: string, ...shown: unknown[]): string =>
  strongEtag(JSON.stringify([etag, ...shown, VERSION]))
