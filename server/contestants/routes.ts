import { Hono } from 'hono'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import { adminOnly, isAdmin } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { notifyBoard } from '../platform/notifications.ts'
import { listContestants } from './describe-one.ts'
import { listForAdmin } from './list-for-admin.ts'
import { retireContestant } from './retire-contestant.ts'

export const contestantRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get('/api/arenas/:arena/contestants', async (c) => {
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
      c.header('cache-control', 'no-cache')
      return c.json({ arena: arena.slug, contestants: await listContestants(deps.db, arena) })
    })
    .get('/api/admin/arenas/:arena/contestants', adminOnly(deps), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      c.header('cache-control', 'no-store')
      return c.json({ contestants: await listForAdmin(deps.db, arena) })
    })
    .post('/api/admin/arenas/:arena/contestants/:contestant/retire', adminOnly(deps), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      const { name, slug, retired_at } = await retireContestant(
        deps,
        arena,
        c.req.param('contestant'),
        deps.clock(),
      )
      await notifyBoard(deps.db, arena.id)
      return c.json({ contestant: slug, name, retiredAt: retired_at?.toISOString() ?? null })
    })
    .post('/api/admin/arenas/:arena/contestants/:contestant/restore', adminOnly(deps), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      const { name, slug } = await retireContestant(deps, arena, c.req.param('contestant'), null)
      await notifyBoard(deps.db, arena.id)
      return c.json({ contestant: slug, name, retiredAt: null })
    })
