import { Hono } from 'hono'
import { isAdmin } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { describeArena, listArenas } from './describe-arena.ts'
import { arenaBySlug } from './find-arena.ts'

export const arenaRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get('/api/arenas', async (c) => c.json({ arenas: await listArenas(deps) }))
    .get('/api/arenas/:arena', async (c) => {
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
      return c.json(await describeArena(deps, arena))
    })
