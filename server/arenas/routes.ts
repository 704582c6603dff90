import { Hono } from 'hono'
import { VisibilityRequest } from '../../shared/contracts/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { arenaFor } from './arena-for.ts'
import { listArenas } from './describe-arena.ts'
import { describeForAdmin, listForAdmin } from './describe-for-admin.ts'
import { arenaNamed } from './find-arena.ts'
import { showTo } from './show-to.ts'

export const arenaRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get('/api/arenas', async (c) => c.json({ arenas: await listArenas(deps) }))
    .get('/api/admin/arenas', adminOnly(deps), async (c) => {
      c.header('cache-control', 'no-store')
      return c.json({ arenas: await listForAdmin(deps) })
    })
    .get('/api/admin/arenas/:arena', adminOnly(deps), async (c) => {
      c.header('cache-control', 'no-store')
      return c.json(await describeForAdmin(deps, await arenaNamed(deps.db, c.req.param('arena'))))
    })
    .post(
      '/api/admin/arenas/:arena/visibility',
      adminOnly(deps),
      checked('json', VisibilityRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        const { slug, visibility } = await showTo(deps, arena, c.req.valid('json').visibility)
        return c.json({ arena: slug, visibility })
      },
    )
    .get('/api/arenas/:arena', async (c) => c.json(await arenaFor(deps, c, c.req.param('arena'))))
