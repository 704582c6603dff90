import { Hono } from 'hono'
import { JudgingRequest } from '../../shared/contracts/index.ts'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import { adminOnly, isAdmin } from '../platform/admin.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { judgingState } from '../runs/index.ts'
import type { RunDeps } from '../runs/index.ts'
import { checksReport } from './checks/pass-rates/index.ts'
import { judgeArena } from './judge-pair/index.ts'

export const judgingRoutes = (deps: RunDeps) =>
  new Hono<Env>()
    .get('/api/arenas/:arena/checks', async (c) => {
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
      c.header('cache-control', 'no-cache')
      return c.json(await checksReport(deps, arena))
    })
    .post(
      '/api/admin/arenas/:arena/judging/start',
      adminOnly(deps),
      checked('json', JudgingRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        await judgeArena(deps, arena, c.req.valid('json'))
        return c.json(await judgingState(deps, arena))
      },
    )
