import { Hono, type Context } from 'hono'
import { BudgetRequest, JudgingState } from '../../shared/contracts/index.ts'
import { arenaForOperator, loadArena, type Arena } from '../arenas/index.ts'
import { requireBudgetRole } from '../platform/http/admin.ts'
import { requireNoOvercharge } from './overcharge.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { answerBody, describeRoute, jsonBody, textBody } from '../platform/http/route-description.ts'
import { cancelRun, pauseRun, requireRunModels, resumeRun, setBudget, stateInTurn } from './operate-run.ts'
import { runText } from '../../shared/finish/run-view.ts'
import { judgingState } from './progress.ts'
import type { RunDeps } from './run-kind.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEEP_ALIVE_COMMENT, streamEvents } from '../platform/http/respond.ts'

const JUDGING = '/api/admin/arenas/:arena/judging'

export function runRoutes(deps: RunDeps) {
  const resume = async (_deps: RunDeps, arena: Arena) => {
    await requireRunModels(deps, arena)
    return resumeRun(deps, arena)
  }
  const changes = { pause: pauseRun, resume, cancel: cancelRun }
  const after = async (arena: Arena, verb: (deps: RunDeps, arena: Arena) => Promise<unknown>) => {
    await verb(deps, arena)
    return stateInTurn(deps, arena)
  }
  return new Hono<Env>()
    .get(
      JUDGING,
      describeRoute({
        summary: 'Progress and cost of the latest judging run, and what it waits for.',
        responses: { 200: answerBody('The state of the run, or null if there was none.', JudgingState) },
      }),
      loadArena(deps),
      async (c) =>
        respondByAccept(c, await judgingState(deps, c.var.arena), {
          'text/plain': ({ judging }, { width }) => runText(judging, deps.clock(), width),
        }),
    )
    .get(
      `${JUDGING}/stream`,
      describeRoute({
        summary:
          'Progress and cost of the latest judging run as Server-Sent Events: event `judging`, at once and in each second in which it changed.',
        responses: { 200: textBody('The stream.', 'text/event-stream') },
        problems: ['arena_unknown'],
      }),
      async (c) => streamProgress(c, deps, await arenaForOperator(deps.db, c.req.param('arena'))),
    )
    .post(
      `${JUDGING}/:change{(?:pause|resume|cancel)}`,
      describeRoute({
        summary:
          'Pauses the run, resumes it, or ends it for good with the challenge that it belongs to. Where a reply cost more than was reserved, only the role admin resumes it. A paused run sends no further calls; calls under way finish and count. Judgements stay.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['run_unknown', 'challenge_under_way'],
      }),
      loadArena(deps),
      async (c) => {
        const change = c.req.param('change') as keyof typeof changes
        if (change === 'resume') await requireNoOvercharge(c, deps.db, c.var.arena)
        return c.json(await after(c.var.arena, changes[change]))
      },
    )
    .post(
      `${JUDGING}/budget`,
      describeRoute({
        summary:
          'Sets the most that the run may cost in total, including what it has already cost. A run that stopped at its budget continues. More than the budget of the arena needs the role admin, which raises that budget where it leaves less.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['run_unknown', 'challenge_under_way'],
      }),
      validateRequest('json', BudgetRequest),
      loadArena(deps),
      async (c) => {
        const { budgetUsd } = c.req.valid('json')
        await requireNoOvercharge(c, deps.db, c.var.arena)
        const raisesArena = requireBudgetRole(c, c.var.arena.settings.budgetUsd, budgetUsd)
        return c.json(await after(c.var.arena, () => setBudget(deps, c.var.arena, budgetUsd, raisesArena)))
      },
    )
}

// Streams the progress of judging as Server-Sent Events: once at the start, and in each second in which it changed.

const LOOK_EVERY_MS = 1000
/** Looks without a change after which a comment keeps the connection open. */
const QUIET_LOOKS = 15

function streamProgress(c: Context<Env>, deps: RunDeps, arena: Arena): Response {
  return streamEvents(c, deps.services, 'judging', async (stream, left) => {
    let sent = ''
    let quiet = 0
    while (!left.aborted) {
      const data = JSON.stringify(await judgingState(deps, arena))
      if (data !== sent) {
        await stream.writeSSE({ event: 'judging', data })
        quiet = 0
      } else if (++quiet % QUIET_LOOKS === 0) await stream.write(KEEP_ALIVE_COMMENT)
      sent = data
      await sleep(LOOK_EVERY_MS, undefined, { signal: left }).catch(() => {})
    }
  })
}
