import { Hono } from 'hono'
import { BattleRequest, IssuedBattle } from '../../shared/contracts/index.ts'
import { arenaBySlug } from '../arenas/index.ts'
import { isAdmin } from '../platform/admin.ts'
import { clientNetwork } from '../platform/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody } from '../platform/route-description.ts'
import { issueBattle } from './issue-battle.ts'
import { voterFor } from './voter.ts'

export const battleRoutes = (deps: Deps) =>
  new Hono<Env>().post(
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
        'nothing_left_to_vote_on',
        'arena_not_ready',
        'too_large',
        'too_many_requests',
      ],
    }),
    checked('json', BattleRequest),
    async (c) => {
      const voting = { ...deps, db: deps.votingDb }
      const arena = await arenaBySlug(voting.db, c.req.param('arena'), isAdmin(c, deps))
      const { criterion } = c.req.valid('json')
      await deps.limits.require('drawsOfNetwork', clientNetwork(c, deps.trustProxy))
      const issued = await issueBattle(voting, arena, await voterFor(c, deps), criterion)
      c.header('cache-control', 'no-store')
      return c.json(issued, 201)
    },
  )
