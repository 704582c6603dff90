import { Hono } from 'hono'
import { z } from 'zod'
import { votersFromCookies } from '../voters/index.ts'
import {
  Reveal,
  RevealRequest,
  SimulatedRemoval,
  VoteReceipt,
  VoteRequest,
} from '../../shared/contracts/index.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { outlasting } from '../platform/postgres/outages.ts'
import { loadArena } from '../arenas/index.ts'
import { castVote, retractVote, revealNames } from './cast-vote.ts'
import { msg } from '../../shared/messages/index.ts'
import { removeSimulatedVotes } from './record-votes.ts'

export const voteRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/battles/:id/vote',
      describeRoute({
        summary:
          'Chooses an outcome. Until it is final, another outcome takes its place; the same one again changes nothing, so a retry is safe.',
        responses: {
          201: jsonBody(
            'The choice is recorded. It is one vote once it is final: after a reveal, the next draw, or a minute.',
            VoteReceipt,
          ),
          200: jsonBody('This outcome was recorded before.', VoteReceipt),
        },
        problems: [
          'ticket_invalid',
          'link_invalid',
          'voting_closed',
          'battle_unknown',
          'battle_already_decided',
          'battle_withdrawn',
          'battle_expired',
          'proof_missing',
          'proof_invalid',
          'too_large',
          'too_many_requests',
        ],
      }),
      validateRequest('json', VoteRequest),
      async (c) => {
        const vote = {
          ...c.req.valid('json'),
          battle: c.req.param('id'),
          voters: votersFromCookies(c, deps),
          network: clientNetwork(c, deps.access.trustProxy),
        }
        const { receipt, isNew } = await outlasting(deps, () => castVote(voting(deps), vote)).catch(
          countRefusal(deps),
        )
        c.header('cache-control', 'no-store')
        return c.json(receipt, isNew ? 201 : 200)
      },
    )
    .post(
      '/api/battles/:id/reveal',
      describeRoute({
        summary: 'Makes the vote on a battle final, and names both contestants.',
        responses: { 200: jsonBody('The vote and the names.', Reveal) },
        problems: [
          'ticket_invalid',
          'voting_closed',
          'battle_unknown',
          'vote_unknown',
          'battle_withdrawn',
          'too_large',
        ],
      }),
      validateRequest('json', RevealRequest),
      async (c) => {
        const reader = {
          voters: votersFromCookies(c, deps),
          network: clientNetwork(c, deps.access.trustProxy),
        }
        const reveal = await outlasting(deps, () =>
          revealNames(voting(deps), c.req.param('id'), c.req.valid('json').ticket, reader),
        )
        c.header('cache-control', 'no-store')
        return c.json(reveal)
      },
    )
    .delete(
      '/api/battles/:id/vote',
      describeRoute({
        summary: 'Takes a choice back that is not final. This closes the battle.',
        responses: {
          200: jsonBody(
            'The vote is taken back.',
            z.object({ battle: z.string(), withdrawn: z.literal(true) }),
          ),
        },
        problems: ['ticket_invalid', 'battle_unknown', 'vote_unknown', 'battle_already_decided'],
        authorization: 'ticket',
      }),
      async (c) => {
        const [scheme, ticket] = (c.req.header('authorization') ?? '').split(' ')
        if (!/^ticket$/i.test(scheme) || !ticket)
          throw new ProblemError(
            'ticket_invalid',
            msg('authorization_needed', { by: 'the ticket of the vote', header: 'Ticket <ticket>' }),
          )
        await retractVote(voting(deps), c.req.param('id'), ticket, votersFromCookies(c, deps))
        return c.json({ battle: c.req.param('id'), withdrawn: true as const })
      },
    )
    .delete(
      '/api/admin/arenas/:arena/votes',
      describeRoute({
        summary:
          'Removes all simulated votes permanently, with one retraction each. `source=simulated` is the only value.',
        responses: {
          200: jsonBody('The votes are removed. A second request removes none.', SimulatedRemoval),
        },
      }),
      validateRequest('query', z.strictObject({ source: z.literal('simulated') })),
      loadArena(deps),
      async (c) =>
        c.json({ arena: c.var.arena.slug, removed: await removeSimulatedVotes(deps, c.var.arena) }),
    )

/** Uses the connections that only battles and votes use. */
const voting = (deps: Deps): Deps => ({ ...deps, db: deps.postgres.voting })

const countRefusal =
  ({ services: { metrics } }: Deps) =>
  (error: unknown): never => {
    if (error instanceof ProblemError) metrics.votesRefused.inc({ code: error.code })
    throw error
  }
