import { Hono } from 'hono'
import {
  ChecksReport,
  InjectedAnswers,
  JudgingRequest,
  JudgingState,
  PageRequest,
  RunEstimate,
  type InjectedAnswer,
} from '../../shared/contracts/index.ts'
import { loadArena, loadReaderArena } from '../arenas/index.ts'
import { requireBudgetRole } from '../platform/http/admin.ts'
import { respondByAccept, type Layout } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { requireNoOvercharge, stateInTurn, type RunDeps } from '../runs/index.ts'
import { checksReport } from './checks/checks-report.ts'
import { allChecksPass, checksText } from './checks/checks-text.ts'
import { estimateRequest, judgeArena } from './judge-pair/start-run.ts'
import { queryRows } from '../platform/postgres/query.ts'
import { cutPage } from '../platform/postgres/rows.ts'
import type { Db } from '../platform/schema.ts'

export const judgingRoutes = (deps: RunDeps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/checks',
      describeRoute({
        summary:
          'How many answers of each contestant passed each check, run by run, and whether the pass rate reached the required one. The verdict is whether the last runs did.',
        responses: { 200: answerBody('The report.', ChecksReport) },
      }),
      loadReaderArena(deps),
      async (c) => {
        const report = await checksReport(deps, c.var.arena)
        const text = { 'text/plain': (value: ChecksReport, { width }: Layout) => checksText(value, width) }
        return respondByAccept(c, report, text, allChecksPass(report) ? 'yes' : 'no')
      },
    )
    .get(
      '/api/admin/arenas/:arena/injections',
      describeRoute({
        summary:
          'Answers with words that speak to a judge, newest first, with how many judgements showed them. Those judgements count.',
        responses: { 200: jsonBody('A page of answers, and where the next page begins.', InjectedAnswers) },
      }),
      validateRequest('query', PageRequest),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const request = c.req.valid('query')
        const rows = await selectInjectedAnswers(deps.db, arena.id, request)
        const { page: answers, before } = cutPage(rows, request.limit)
        return c.json({ answers, before } satisfies InjectedAnswers)
      },
    )
    .post(
      '/api/admin/arenas/:arena/judging/estimate',
      describeRoute({
        summary:
          'What a judging run by this request would do and roughly cost now. It calls no model and starts nothing.',
        responses: { 200: jsonBody('The estimate.', RunEstimate) },
      }),
      validateRequest('json', JudgingRequest),
      loadArena(deps),
      async (c) => c.json(await estimateRequest(deps, c.var.arena, c.req.valid('json'))),
    )
    .post(
      '/api/admin/arenas/:arena/judging/start',
      describeRoute({
        summary:
          'Starts a judging run: it makes the missing answers and judges what the plan asks for. Every provider must first confirm that it knows its models. An open run continues. Once the budget of the arena is spent, only a budget given with the role admin starts another.',
        responses: { 200: jsonBody('The state of the run now.', JudgingState) },
        problems: ['challenge_under_way'],
      }),
      validateRequest('json', JudgingRequest),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const request = c.req.valid('json')
        await requireNoOvercharge(c, deps.db, arena)
        const raisesArena = requireBudgetRole(c, arena.settings.budgetUsd, request.budgetUsd)
        await judgeArena(deps, arena, request, raisesArena)
        return c.json(await stateInTurn(deps, arena))
      },
    )

/** Answers with words that speak to a judge, newest first; one more than requested, to see whether there are more. */
const selectInjectedAnswers = (
  db: Db,
  arenaId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<InjectedAnswer[]> =>
  queryRows<InjectedAnswer>(db)`
    select a.id, c.name as contestant, p.key as prompt, a.sample, a.injection as found,
      (select count(*)::int from judgements j
        where j.arena_id = a.arena_id and j.status = 'done' and a.id = any (j.answer_ids)) as judgements
    from answers a
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    where a.arena_id = ${arenaId} and a.injection is not null and (${before ?? null}::bigint is null or a.id < ${before ?? null})
    order by a.id desc limit ${limit + 1}`
