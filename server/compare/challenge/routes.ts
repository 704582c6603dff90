import { Hono } from 'hono'
import { ClimbRequest } from '../../../shared/contracts/index.ts'
import { arenaBySlug } from '../../arenas/index.ts'
import { isAdmin } from '../../platform/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked } from '../../platform/http.ts'
import type { Env } from '../../platform/http.ts'
import { climbOf } from './climb-of.ts'

export const climbRoutes = (deps: Deps) =>
  new Hono<Env>().get('/api/arenas/:arena/climb', checked('query', ClimbRequest), async (c) => {
    const withTexts = isAdmin(c, deps)
    const arena = await arenaBySlug(deps.db, c.req.param('arena'), withTexts)
    c.header('cache-control', 'no-cache')
    return c.json(await climbOf(deps, arena, { ...c.req.valid('query'), withTexts, withHeldOut: withTexts }))
  })
