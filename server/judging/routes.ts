import { Hono } from 'hono'
import { ChecksReport, JudgingRequest, JudgingState } from '../../shared/contracts/index.ts'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import { adminOnly, isAdmin } from '../platform/admin.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody } from '../platform/route-description.ts'
import { judgingState } from '../runs/index.ts'
import type { RunDeps } from '../runs/index.ts'
import { checksReport } from './checks/pass-rates/index.ts'
import { judgeArena } from './judge-pair/index.ts'

export const judgingRoutes = (deps: RunDeps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/checks',
      describeRoute({
        summary:
          'How many answers of each contestant passed each check, run by run, and whether the pass rate reached the required one.',
        responses: { 200: jsonBody('The report.', ChecksReport) },
        problems: ['arena_unknown', 'token_invalid'],
      }),
      async (c) => {
        const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
        c.header('cache-control', 'no-cache')
        return c.json(await checksReport(deps, arena))
      },
    )
    .post(
      '/api/admin/arenas/:arena/judging/start',
      describeRoute({
        summary:
          'Starts a judging run: it makes the missing answers and judges what the plan asks for. Every provider must first confirm that it knows its models. An open run continues.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['arena_unknown', 'challenge_under_way'],
      }),
      adminOnly(deps),
      checked('json', JudgingRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        await judgeArena(deps, arena, c.req.valid('json'))
        return c.json(await judgingState(deps, arena))
      },
    )
