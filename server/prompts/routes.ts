import { Hono } from 'hono'
import { PromptSelection } from '../../shared/contracts/index.ts'
import { arenaNamed } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { listPrompts } from './list-prompts.ts'
import { retirePrompts } from './retire-prompts.ts'

const PROMPTS = '/api/admin/arenas/:arena/prompts'

export const promptRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(PROMPTS, adminOnly(deps), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      c.header('cache-control', 'no-store')
      return c.json({ prompts: await listPrompts(deps.db, arena) })
    })
    .post(`${PROMPTS}/retire`, adminOnly(deps), checked('json', PromptSelection), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      return c.json(await retirePrompts(deps, arena, c.req.valid('json'), deps.clock()))
    })
    .post(`${PROMPTS}/restore`, adminOnly(deps), checked('json', PromptSelection), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      return c.json(await retirePrompts(deps, arena, c.req.valid('json'), null))
    })
