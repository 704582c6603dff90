import { Hono } from 'hono'
import { BattleRequest, IssuedBattle, PreviewPair, PreviewRequest } from '../../shared/contracts/index.ts'
import { adminOnly } from '../platform/admin.ts'
import { clientNetwork } from '../platform/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import { outlasting } from '../platform/outages.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody } from '../platform/route-description.ts'
import { issueBattle } from './issue-battle.ts'
import { withPrivateArena } from './about-private.ts'
import { previewPair } from './preview-pair.ts'
import { arenaNamed, mustBeOpen } from '../arenas/index.ts'
import { voterInArena } from '../voters/index.ts'

export const battleRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/arenas/:arena/battles',
      describeRoute({
        summary:
          'Creates a blind battle: two answers to one prompt, and the ticket to vote on it. Sets the voter cookie.',
        responses: {
          201: jsonBody(
            'The battle, open for 30 minutes. In an arena with `proofOfWork: on` it has a puzzle, whose solution the vote has to bring.',
            IssuedBattle,
          ),
        },
        problems: [
          'token_invalid',
          'arena_unknown',
          'link_invalid',
          'voting_closed',
          'nothing_left_to_vote_on',
          'arena_not_ready',
          'too_large',
          'too_many_requests',
        ],
      }),
      checked('json', BattleRequest),
      async (c) => {
        const voting = { ...deps, db: deps.votingDb }
        const { criterion } = c.req.valid('json')
        // a battle that nobody saw does no harm, so a draw may be repeated
        const { issued, isInvited } = await outlasting(deps.outages, async () => {
          const voter = await voterInArena(c, voting, c.req.param('arena'))
          await mustBeOpen(voting.db, voter.arena, deps.clock())
          await deps.limits.require('drawsOfNetwork', clientNetwork(c, deps.trustProxy))
          const issued = await issueBattle(voting, voter, criterion)
          return { issued: withPrivateArena(issued, voter.arena), isInvited: voter.isInvited }
        })
        c.header('cache-control', 'no-store')
        return c.json(isInvited ? { ...issued, invited: true as const } : issued, 201)
      },
    )
    .get(
      '/api/admin/arenas/:arena/preview',
      describeRoute({
        summary:
          'A pair as voters would see it, with the names of its contestants: drawn at random, or on a prompt and of contestants. Nothing is recorded.',
        responses: { 200: jsonBody('The pair.', PreviewPair) },
        problems: ['arena_unknown', 'contestant_unknown', 'prompt_unknown', 'arena_not_ready'],
      }),
      adminOnly(deps),
      checked('query', PreviewRequest),
      async (c) => {
        c.header('cache-control', 'no-store')
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        return c.json(await previewPair(deps, arena, c.req.valid('query')))
      },
    )
