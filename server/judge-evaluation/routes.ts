import { Hono } from 'hono'
import {
  BattleRequest,
  IssuedBattle,
  JudgesReport,
  JudgesRequest,
  RetestReport,
} from '../../shared/contracts/index.ts'
import { loadArena, loadReaderArena } from '../arenas/index.ts'
import { labellerInArena } from '../voters/index.ts'
import type { Deps } from '../platform/deps.ts'
import { respondByAccept, type Layout } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { issueLabellingBattle } from './labelling.ts'
import { judgesReport } from './refresh-evaluation.ts'
import { areCalibrated, judgesText } from './render/judges-text.ts'
import { retestText } from './render/retest-text.ts'
import { retestReport } from './retest.ts'

export const judgeEvaluationRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/judges',
      describeRoute({
        summary:
          'Every judge compared with the human votes: agreement, consistency, preferences, cost, trust. Also how far humans agree with each other. The verdict is whether all judges are calibrated.',
        responses: { 200: answerBody('The report.', JudgesReport) },
      }),
      validateRequest('query', JudgesRequest),
      loadReaderArena(deps),
      async (c) => {
        const { arena, isOperator } = c.var
        const { by, fresh = 'false' } = c.req.valid('query')
        const report = await judgesReport(deps, arena, isOperator && fresh !== 'false')
        const text = (value: JudgesReport, { width }: Layout) => judgesText(value, width, by)
        return respondByAccept(c, report, { 'text/plain': text }, areCalibrated(report) ? 'yes' : 'no')
      },
    )
    .get(
      '/api/admin/arenas/:arena/judges/retest',
      describeRoute({
        summary:
          'How far the verdicts of a judge change when it is asked again, and which judges are due for that. Also the results if one judge replaced another. It calls no model.',
        responses: { 200: answerBody('The report.', RetestReport) },
      }),
      loadArena(deps),
      async (c) =>
        respondByAccept(c, await retestReport(deps, c.var.arena), {
          'text/plain': (report, { width }) => retestText(report, width),
        }),
    )
    .post(
      '/api/arenas/:arena/calibration/battles',
      describeRoute({
        summary:
          'Creates a blind battle that judges have judged, for somebody who has opened an invitation to such pairs. It works for a private arena too.',
        responses: { 201: jsonBody('The battle, open for 30 minutes.', IssuedBattle) },
        problems: [
          'link_invalid',
          'token_invalid',
          'arena_unknown',
          'voting_closed',
          'nothing_left_to_vote_on',
          'too_large',
          'too_many_requests',
        ],
      }),
      validateRequest('json', BattleRequest),
      async (c) => {
        const { arena, voter } = await labellerInArena(c, deps, c.req.param('arena'))
        const issued = await issueLabellingBattle(deps, arena, voter, c.req.valid('json').criterion)
        c.header('cache-control', 'no-store')
        return c.json(issued, 201)
      },
    )
