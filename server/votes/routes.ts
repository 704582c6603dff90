import { Hono } from 'hono'
import { z } from 'zod'
import { votersOf } from '../voters/index.ts'
import { SimulatedRemoval, VoteReceipt, VoteRequest } from '../../shared/contracts/index.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { outlasting } from '../platform/postgres/outages.ts'
import { ofArena } from '../arenas/index.ts'
import { castVote, retractVote } from './cast-vote.ts'
import { msg } from '../../shared/messages/index.ts'
import { removeSimulatedVotes } from './record-votes.ts'

export const voteRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/battles/:id/vote',
      describeRoute({
        summary:
          'Decides a battle, once. Sending the same outcome again changes nothing, so a retry is safe.',
        responses: {
          201: jsonBody(
            'The vote is recorded. The response names the contestants if the vote is `final`.',
            VoteReceipt,
          ),
          200: jsonBody('The vote was recorded before, with this outcome.', VoteReceipt),
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
      checked('json', VoteRequest),
      async (c) => {
        const vote = {
          ...c.req.valid('json'),
          battle: c.req.param('id'),
          voters: votersOf(c, deps),
          network: clientNetwork(c, deps.access.trustProxy),
        }
        const { receipt, isNew } = await outlasting(deps.postgres.outages, () =>
          castVote(voting(deps), vote),
        ).catch(countRefusal(deps))
        c.header('cache-control', 'no-store')
        return c.json(receipt, isNew ? 201 : 200)
      },
    )
    .delete(
      '/api/battles/:id/vote',
      describeRoute({
        summary: 'Takes a vote back within 10 seconds, unless the names were shown. This closes the battle.',
        responses: {
          200: jsonBody(
            'The vote is taken back.',
            z.object({ battle: z.string(), withdrawn: z.literal(true) }),
          ),
        },
        problems: ['ticket_invalid', 'battle_unknown', 'vote_unknown', 'too_late_to_take_back'],
        authorization: 'ticket',
      }),
      async (c) => {
        const [scheme, ticket] = (c.req.header('authorization') ?? '').split(' ')
        if (scheme !== 'Ticket' || !ticket) throw new ProblemError('ticket_invalid', msg('ticket_needed'))
        await retractVote(voting(deps), c.req.param('id'), ticket, votersOf(c, deps))
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
      checked('query', z.strictObject({ source: z.literal('simulated') })),
      ofArena(deps),
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
