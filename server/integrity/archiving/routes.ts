import { Hono } from 'hono'
import { ArchiveReceipt, ArchiveRequest } from '../../../shared/contracts/index.ts'
import { arenaNamed } from '../../arenas/index.ts'
import { adminOnly } from '../../platform/http/admin.ts'
import { checked, type Env } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import type { RunDeps } from '../../runs/index.ts'
import { archiveArena } from './archive-arena.ts'

export const archiveRoutes = (deps: RunDeps) =>
  new Hono<Env>().post(
    '/api/admin/arenas/:arena/archive',
    describeRoute({
      summary:
        'Archives an arena, or ends that. An archived arena stays readable at its address, is not listed, and takes no votes, runs, imports or links.',
      responses: { 200: jsonBody('It is set.', ArchiveReceipt) },
      problems: ['arena_unknown', 'too_large'],
    }),
    adminOnly(deps),
    checked('json', ArchiveRequest),
    async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      return c.json(await archiveArena(deps, arena, c.req.valid('json').archived))
    },
  )
