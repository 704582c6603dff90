import { Hono } from 'hono'
import {
  ChecksReport,
  InjectedAnswers,
  JudgingRequest,
  JudgingState,
  PageRequest,
} from '../../shared/contracts/index.ts'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import { adminOnly, isAdmin } from '../platform/admin.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody } from '../platform/route-description.ts'
import { inTurn, judgingState } from '../runs/index.ts'
import type { RunDeps } from '../runs/index.ts'
import { checksReport } from './checks/pass-rates/index.ts'
import { selectInjectedAnswers } from './injected-queries.ts'
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
    .get(
      '/api/admin/arenas/:arena/injections',
      describeRoute({
        summary:
          'Answers with words that speak to a judge, newest first, with how many judgements showed them. Those judgements count.',
        responses: { 200: jsonBody('A page of answers, and where the next page begins.', InjectedAnswers) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('query', PageRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        const page = c.req.valid('query')
        const rows = await selectInjectedAnswers(deps.db, arena.id, page)
        const answers = rows.slice(0, page.limit)
        c.header('cache-control', 'no-store')
        return c.json({
          answers,
          before: rows.length > page.limit ? answers.at(-1)!.id : null,
        } satisfies InjectedAnswers)
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
        return c.json(await inTurn(deps.db, arena.id, () => judgingState(deps, arena)))
      },
    )
