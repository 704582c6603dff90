import { Hono } from 'hono'
import { AuditLog, PageRequest, RemovalRequest, RemovedArena } from '../../../shared/contracts/index.ts'
import { arenaNamed } from '../../arenas/index.ts'
import { adminOnly } from '../../platform/http/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked, type Env } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import { readServerLog } from '../read-votes.ts'
import { removeArena } from './remove-arena.ts'

export const removalRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/admin/arenas/:arena/remove',
      describeRoute({
        summary:
          'Removes an arena for good, with its contestants, prompts, answers, votes, boards and log. The log of the server keeps one entry.',
        responses: { 200: jsonBody('What was removed.', RemovedArena) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('json', RemovalRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        return c.json(await removeArena(deps, arena, c.req.valid('json').confirm))
      },
    )
    .get(
      '/api/admin/log',
      describeRoute({
        summary:
          'The log of the server: arenas that were removed, and tokens of operators, by whom and when, newest first.',
        responses: { 200: jsonBody('A page of entries, and where the next page begins.', AuditLog) },
      }),
      adminOnly(deps),
      checked('query', PageRequest),
      async (c) => {
        c.header('cache-control', 'no-store')
        return c.json(await readServerLog(deps.db, c.req.valid('query')))
      },
    )
