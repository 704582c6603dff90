import { Hono } from 'hono'
import type { Context } from 'hono'
import { BudgetRequest, JudgingRequest } from '../../shared/contracts/index.ts'
import type { JudgingState } from '../../shared/contracts/index.ts'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { adminOnly, isAdmin } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { checksReport } from './pass-rates/index.ts'
import {
  cancelRun,
  judgeArena,
  pauseRun,
  progressOf,
  requireModelsOfRun,
  resumeRun,
  setBudget,
} from './running/index.ts'
import { streamJudging } from './running/stream-judging.ts'

const JUDGING = '/api/admin/arenas/:arena/judging'

export function judgingRoutes(deps: Deps) {
  const named = (c: Context<Env>) => arenaNamed(deps.db, c.req.param('arena')!)
  const state = async (arena: Arena): Promise<JudgingState> => ({
    arena: arena.slug,
    judging: await progressOf(deps, arena.id),
  })
  const goOn = async (_deps: Deps, arena: Arena) => {
    await requireModelsOfRun(deps, arena)
    return resumeRun(deps, arena)
  }
  const after = async (c: Context<Env>, verb: (deps: Deps, arena: Arena) => Promise<unknown>) => {
    const arena = await named(c)
    await verb(deps, arena)
    return c.json(await state(arena))
  }
  return new Hono<Env>()
    .get('/api/arenas/:arena/checks', async (c) => {
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
      c.header('cache-control', 'no-cache')
      return c.json(await checksReport(deps, arena))
    })
    .get(JUDGING, adminOnly(deps), async (c) => {
      c.header('cache-control', 'no-store')
      return c.json(await state(await named(c)))
    })
    .get(`${JUDGING}/stream`, adminOnly(deps), async (c) => streamJudging(c, deps, await named(c)))
    .post(`${JUDGING}/start`, adminOnly(deps), checked('json', JudgingRequest), (c) =>
      after(c, (_deps, arena) => judgeArena(deps, arena, c.req.valid('json'))),
    )
    .post(`${JUDGING}/pause`, adminOnly(deps), (c) => after(c, pauseRun))
    .post(`${JUDGING}/resume`, adminOnly(deps), (c) => after(c, goOn))
    .post(`${JUDGING}/cancel`, adminOnly(deps), (c) => after(c, cancelRun))
    .post(`${JUDGING}/budget`, adminOnly(deps), checked('json', BudgetRequest), (c) =>
      after(c, (_deps, arena) => setBudget(deps, arena, c.req.valid('json').budgetUsd)),
    )
}
