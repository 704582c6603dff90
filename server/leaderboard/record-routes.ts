import { Hono } from 'hono'
import { arenaBySlug } from '../arenas/index.ts'
import { isAdmin } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { resolveView, ViewRequest } from '../ratings/index.ts'
import { decidedBattle } from './battle/decided-battle.ts'
import { contestantRecord } from './contestant/contestant-record.ts'

/** What is on record of one contestant, and of one battle. What may be read depends on the token, so nothing is kept. */
export const recordRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get('/api/arenas/:arena/contestants/:contestant', checked('query', ViewRequest), async (c) => {
      const admin = isAdmin(c, deps)
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), admin)
      const view = await resolveView(deps, arena, c.req.valid('query'))
      c.header('cache-control', 'no-store')
      return c.json(await contestantRecord(deps, arena, view, c.req.param('contestant'), admin))
    })
    .get('/api/battles/:id', async (c) => {
      const battle = await decidedBattle(deps, c.req.param('id'), isAdmin(c, deps))
      c.header('cache-control', 'no-store')
      return c.json(battle)
    })
