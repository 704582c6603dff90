import { Hono } from 'hono'
import { ChainDigests, DigestsRequest } from '../../shared/contracts/index.ts'
import { arenaBySlug } from '../arenas/index.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { readDigests } from './read-digests.ts'

export const chainRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/api/arenas/:arena/digests',
    describeRoute({
      summary: 'The digests of the arena, one for each day (UTC) that has ended, chained, newest first.',
      responses: { 200: jsonBody('A page of digests, and where the next page begins.', ChainDigests) },
      problems: ['arena_unknown', 'token_invalid'],
    }),
    checked('query', DigestsRequest),
    async (c) => {
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
      c.header('cache-control', 'no-cache')
      return c.json(await readDigests(deps, arena, c.req.valid('query')))
    },
  )
