import { Hono } from 'hono'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { arenaFor } from './arena-for.ts'
import { listArenas } from './describe-arena.ts'

export const arenaRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get('/api/arenas', async (c) => c.json({ arenas: await listArenas(deps) }))
    .get('/api/arenas/:arena', async (c) => c.json(await arenaFor(deps, c, c.req.param('arena'))))
