import { ArchiveReceipt, ArchiveRequest } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { setArchived, type Arena, ofArena } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { isOpen, isSeriesOpen, lockRuns, type RunDeps } from '../runs/index.ts'
import { Hono } from 'hono'
import { adminOnly } from '../platform/http/admin.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'

type Archiving = Pick<RunDeps, 'db' | 'actor' | 'clock' | 'kinds' | 'services'>

/**
 * Archives an arena: it stays readable, and takes no votes, runs, imports or links. Or ends that: its schedule then begins anew.
 * Doing it twice changes nothing.
 * @throws {ProblemError} invalid_request while a run or a challenge is open
 */
export async function archiveArena(
  deps: Archiving,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  isArchived: boolean,
): Promise<ArchiveReceipt> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, id)
    const now = deps.clock()
    const { archived_at: at, isChanged } = await setArchived(trx, id, isArchived ? now : null)
    if (!isChanged) return { arena: slug, archivedAt: at?.toISOString() ?? null }
    if (isArchived && ((run && isOpen(run.status)) || (await isSeriesOpen(deps, trx, id))))
      throw new ProblemError('invalid_request', msg('run_open_to_archive', { arena: slug }))
    if (!isArchived) for (const { afterArchive } of deps.services.hooks) await afterArchive?.(trx, id, now)
    await recordAct(trx, deps, id, isArchived ? 'arena_archived' : 'arena_unarchived')
    return { arena: slug, archivedAt: at?.toISOString() ?? null }
  })
}

export const archiveRoutes = (deps: RunDeps) =>
  new Hono<Env>().post(
    '/api/admin/arenas/:arena/archive',
    describeRoute({
      summary:
        'Archives an arena, or ends that. An archived arena stays readable at its address, is not listed, and takes no votes, runs, imports or links.',
      responses: { 200: jsonBody('It is set.', ArchiveReceipt) },
      problems: ['too_large'],
    }),
    adminOnly(deps),
    checked('json', ArchiveRequest),
    ofArena(deps),
    async (c) => c.json(await archiveArena(deps, c.var.arena, c.req.valid('json').archived)),
  )
