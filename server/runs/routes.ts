import { Hono } from 'hono'
import type { Context } from 'hono'
import { BudgetRequest, JudgingState } from '../../shared/contracts/index.ts'
import { arenaNamed } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody, textBody } from '../platform/route-description.ts'
import { inTurn } from './change-runs.ts'
import { cancelRun, pauseRun, requireModelsOfRun, resumeRun, setBudget } from './operate-run.ts'
import { judgingState } from './progress.ts'
import type { RunDeps } from './run-kind.ts'
import { streamProgress } from './stream-progress.ts'

const JUDGING = '/api/admin/arenas/:arena/judging'

export function runRoutes(deps: RunDeps) {
  const arenaOf = (c: Context<Env>) => arenaNamed(deps.db, c.req.param('arena')!)
  const resume = async (_deps: RunDeps, arena: Arena) => {
    await requireModelsOfRun(deps, arena)
    return resumeRun(deps, arena)
  }
  const after = async (c: Context<Env>, verb: (deps: RunDeps, arena: Arena) => Promise<unknown>) => {
    const arena = await arenaOf(c)
    await verb(deps, arena)
    return c.json(await inTurn(deps.db, arena.id, () => judgingState(deps, arena)))
  }
  return new Hono<Env>()
    .get(
      JUDGING,
      describeRoute({
        summary: 'Progress and cost of the latest judging run, and what it waits for.',
        responses: { 200: jsonBody('The state of the run, or null if there was none.', JudgingState) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => {
        c.header('cache-control', 'no-store')
        return c.json(await judgingState(deps, await arenaOf(c)))
      },
    )
    .get(
      `${JUDGING}/stream`,
      describeRoute({
        summary:
          'Progress and cost of the latest judging run as Server-Sent Events: event `judging`, at once and in each second in which it changed.',
        responses: { 200: textBody('The stream.', 'text/event-stream') },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => streamProgress(c, deps, await arenaOf(c)),
    )
    .post(
      `${JUDGING}/pause`,
      describeRoute({
        summary: 'Pauses the run. It sends no further calls. Calls under way finish and count.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['arena_unknown', 'run_unknown', 'challenge_under_way'],
      }),
      adminOnly(deps),
      (c) => after(c, pauseRun),
    )
    .post(
      `${JUDGING}/resume`,
      describeRoute({
        summary: 'Resumes a paused run.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['arena_unknown', 'run_unknown', 'challenge_under_way'],
      }),
      adminOnly(deps),
      (c) => after(c, resume),
    )
    .post(
      `${JUDGING}/cancel`,
      describeRoute({
        summary: 'Ends the run for good, and the challenge that it belongs to. Its judgements stay.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['arena_unknown', 'run_unknown', 'challenge_under_way'],
      }),
      adminOnly(deps),
      (c) => after(c, cancelRun),
    )
    .post(
      `${JUDGING}/budget`,
      describeRoute({
        summary:
          'Sets the most that the run may cost in total, including what it has already cost. A run that stopped at its budget continues.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['arena_unknown', 'run_unknown', 'challenge_under_way'],
      }),
      adminOnly(deps),
      checked('json', BudgetRequest),
      (c) => after(c, (_deps, arena) => setBudget(deps, arena, c.req.valid('json').budgetUsd)),
    )
}
