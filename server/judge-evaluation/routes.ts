import { Hono } from 'hono'
import { z } from 'zod'
import {
  BattleRequest,
  IssuedBattle,
  JudgesReport,
  LabellingLink,
  LabellingRequest,
  LinkRequest,
  NewLabellingLink,
} from '../../shared/contracts/index.ts'
import { arenaNamed, ofArena, ofReader } from '../arenas/index.ts'
import { voterFor } from '../voters/index.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import {
  arenaOfLink,
  issueLabellingBattle,
  labellingLink,
  labellingLinks,
  withdrawLabellingLink,
} from './labelling.ts'
import { judgesReport } from './refresh-evaluation.ts'

const ADMIN = '/api/admin/arenas/:arena'

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
          'Creates a blind battle that judges have judged, for somebody with a labelling link of the arena. It works for a private arena too. Sets the voter cookie.',
        responses: { 201: jsonBody('The battle, open for 30 minutes.', IssuedBattle) },
        problems: [
          'link_invalid',
          'arena_unknown',
          'voting_closed',
          'nothing_left_to_vote_on',
          'too_large',
          'too_many_requests',
        ],
      }),
      checked('json', LabellingRequest),
      async (c) => {
        const { criterion, link } = c.req.valid('json')
        const arena = await arenaOfLink(deps, c.req.param('arena'), link)
        const issued = await issueLabellingBattle(deps, arena, await voterFor(c, deps), criterion)
        c.header('cache-control', 'no-store')
        return c.json(issued, 201)
      },
    )
    .get(
      `${ADMIN}/calibration/links`,
      describeRoute({
        summary: 'The labelling links of the arena, newest first, without their secret paths.',
        responses: { 200: jsonBody('The list.', z.object({ links: z.array(LabellingLink) })) },
      }),
      ofArena(deps),
      async (c) => c.json({ links: await labellingLinks(deps.db, c.var.arena) }),
    )
    .post(
      `${ADMIN}/calibration/links`,
      describeRoute({
        summary: 'Creates a labelling link. Its path is shown only in this response.',
        responses: { 201: jsonBody('The link is created.', NewLabellingLink) },
      }),
      checked('json', LinkRequest),
      ofArena(deps),
      async (c) => {
        const { arena } = c.var
        const made = await labellingLink(deps, arena, c.req.valid('json').days)
        const { link, path, madeAt, expiresAt } = made
        const times = { madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString() }
        return c.json({ link, path, ...times, withdrawnAt: null }, 201)
      },
    )
    .post(
      `${ADMIN}/calibration/links/:link{\\d{1,9}}/withdraw`,
      describeRoute({
        summary:
          'Withdraws a labelling link. It opens no further battles. Votes that were cast with it stay.',
        responses: { 200: jsonBody('The link is withdrawn.', LabellingLink) },
        problems: ['not_found'],
      }),
      ofArena(deps),
      async (c) => c.json(await withdrawLabellingLink(deps, c.var.arena, Number(c.req.param('link')))),
    )
    .post(
      `${ADMIN}/calibration/battles`,
      describeRoute({
        summary:
          'Creates a blind battle that judges have judged. Its vote counts like any other and also shows how good the judges are. Sets the voter cookie.',
        responses: { 201: jsonBody('The battle, open for 30 minutes.', IssuedBattle) },
        problems: ['arena_unknown', 'voting_closed', 'nothing_left_to_vote_on', 'too_large'],
      }),
      checked('json', BattleRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        const { criterion } = c.req.valid('json')
        const issued = await issueLabellingBattle(deps, arena, await voterFor(c, deps), criterion)
        return c.json(issued, 201)
      },
    )
