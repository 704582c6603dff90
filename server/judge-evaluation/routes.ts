import { Hono } from 'hono'
import {
  BattleRequest,
  DisagreementsRequest,
  LabellingRequest,
  LinkRequest,
} from '../../shared/contracts/index.ts'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import { voterFor } from '../battles/index.ts'
import { adminOnly, isAdmin } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import {
  arenaOfLink,
  issueLabellingBattle,
  labellingLink,
  labellingLinks,
  withdrawLabellingLink,
} from './labelling/index.ts'
import { disagreementsWith, judgesReport } from './agreement/index.ts'

const ADMIN = '/api/admin/arenas/:arena'

export const judgeEvaluationRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get('/api/arenas/:arena/judges', async (c) => {
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
      c.header('cache-control', 'no-cache')
      return c.json(await judgesReport(deps, arena))
    })
    .get(
      `${ADMIN}/judges/:judge/disagreements`,
      adminOnly(deps),
      checked('query', DisagreementsRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json(await disagreementsWith(deps, arena, c.req.param('judge'), c.req.valid('query'), true))
      },
    )
    .get(
      '/api/arenas/:arena/judges/:judge/disagreements',
      checked('query', DisagreementsRequest),
      async (c) => {
        const admin = isAdmin(c, deps)
        const arena = await arenaBySlug(deps.db, c.req.param('arena'), admin)
        c.header('cache-control', 'no-store')
        return c.json(await disagreementsWith(deps, arena, c.req.param('judge'), c.req.valid('query'), admin))
      },
    )
    .post('/api/arenas/:arena/calibration/battles', checked('json', LabellingRequest), async (c) => {
      const { criterion, link } = c.req.valid('json')
      const arena = await arenaOfLink(deps, c.req.param('arena'), link)
      const issued = await issueLabellingBattle(deps, arena, voterFor(c, deps), criterion)
      c.header('cache-control', 'no-store')
      return c.json(issued, 201)
    })
    .get(`${ADMIN}/calibration/links`, adminOnly(deps), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      c.header('cache-control', 'no-store')
      return c.json({ links: await labellingLinks(deps.db, arena) })
    })
    .post(`${ADMIN}/calibration/links`, adminOnly(deps), checked('json', LinkRequest), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      const made = await labellingLink(deps, arena, c.req.valid('json').days)
      const { link, path, madeAt, expiresAt } = made
      c.header('cache-control', 'no-store')
      const times = { madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString() }
      return c.json({ link, path, ...times, withdrawnAt: null }, 201)
    })
    .post(`${ADMIN}/calibration/links/:link{\\d{1,9}}/withdraw`, adminOnly(deps), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      return c.json(await withdrawLabellingLink(deps, arena, Number(c.req.param('link'))))
    })
    .post(`${ADMIN}/calibration/battles`, adminOnly(deps), checked('json', BattleRequest), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      const { criterion } = c.req.valid('json')
      const issued = await issueLabellingBattle(deps, arena, voterFor(c, deps), criterion)
      c.header('cache-control', 'no-store')
      return c.json(issued, 201)
    })
