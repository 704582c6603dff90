import { Hono } from 'hono'
import type { Context } from 'hono'
import { BudgetRequest } from '../../shared/contracts/index.ts'
import { arenaNamed } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { cancelRun, pauseRun, requireModelsOfRun, resumeRun, setBudget } from './operate-run.ts'
import { judgingState } from './progress.ts'
import type { RunDeps } from './run-kind.ts'
import { streamProgress } from './stream-progress.ts'

const JUDGING = '/api/admin/arenas/:arena/judging'

export function runRoutes(deps: RunDeps) {
  const named = (c: Context<Env>) => arenaNamed(deps.db, c.req.param('arena')!)
  const resume = async (_deps: RunDeps, arena: Arena) => {
    await requireModelsOfRun(deps, arena)
    return resumeRun(deps, arena)
  }
  const after = async (c: Context<Env>, verb: (deps: RunDeps, arena: Arena) => Promise<unknown>) => {
    const arena = await named(c)
    await verb(deps, arena)
    return c.json(await judgingState(deps, arena))
  }
  return new Hono<Env>()
    .get(JUDGING, adminOnly(deps), async (c) => {
      c.header('cache-control', 'no-store')
      return c.json(await judgingState(deps, await named(c)))
    })
    .get(`${JUDGING}/stream`, adminOnly(deps), async (c) => streamProgress(c, deps, await named(c)))
    .post(`${JUDGING}/pause`, adminOnly(deps), (c) => after(c, pauseRun))
    .post(`${JUDGING}/resume`, adminOnly(deps), (c) => after(c, resume))
    .post(`${JUDGING}/cancel`, adminOnly(deps), (c) => after(c, cancelRun))
    .post(`${JUDGING}/budget`, adminOnly(deps), checked('json', BudgetRequest), (c) =>
      after(c, (_deps, arena) => setBudget(deps, arena, c.req.valid('json').budgetUsd)),
    )
}
