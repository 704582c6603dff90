import { Hono } from 'hono'
import { arenaNamed } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http.ts'
import { notifyBoard } from '../platform/notifications.ts'
import { retireContestant } from './retire-contestant.ts'

export const contestantRoutes = (deps: Deps) =>
  new Hono<Env>()
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
