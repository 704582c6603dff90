import { Hono } from 'hono'
import { BattleRequest, IssuedBattle, JudgesReport } from '../../shared/contracts/index.ts'
import { ofReader } from '../arenas/index.ts'
import { labellerInArena } from '../voters/index.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { issueLabellingBattle } from './labelling.ts'
import { judgesReport } from './refresh-evaluation.ts'

export const judgeEvaluationRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/judges',
      describeRoute({
        summary:
          'Every judge compared with the human votes: agreement, consistency, preferences, cost, trust. Also how far humans agree with each other.',
        responses: { 200: jsonBody('The report.', JudgesReport) },
      }),
      ofReader(deps),
      async (c) => c.json(await judgesReport(deps, c.var.arena)),
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
      checked('json', BattleRequest),
      async (c) => {
        const { arena, voter } = await labellerInArena(c, deps, c.req.param('arena'))
        const issued = await issueLabellingBattle(deps, arena, voter, c.req.valid('json').criterion)
        c.header('cache-control', 'no-store')
        return c.json(issued, 201)
      },
    )
