import { Hono } from 'hono'
import { z } from 'zod'
import { voterOf } from '../battles/index.ts'
import { VoteRequest } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { arenaNamed } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import { castVote } from './cast-vote.ts'
import { removeSimulatedVotes } from './remove-simulated.ts'
import { retractVote } from './retract-vote.ts'
import { msg } from '../../shared/messages/index.ts'

export const voteRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post('/api/battles/:id/vote', checked('json', VoteRequest), async (c) => {
      const vote = { ...c.req.valid('json'), battle: c.req.param('id'), voter: voterOf(c, deps) }
      const { receipt, isNew } = await castVote(deps, vote).catch(countRefusal(deps))
      c.header('cache-control', 'no-store')
      return c.json(receipt, isNew ? 201 : 200)
    })
    .delete('/api/battles/:id/vote', async (c) => {
      const [scheme, ticket] = (c.req.header('authorization') ?? '').split(' ')
      if (scheme !== 'Ticket' || !ticket) throw new ProblemError('ticket_invalid', msg('ticket_needed'))
      await retractVote(deps, c.req.param('id'), ticket, voterOf(c, deps))
      return c.json({ battle: c.req.param('id'), withdrawn: true as const })
    })
    .delete(
      '/api/admin/arenas/:arena/votes',
      adminOnly(deps),
      checked('query', z.strictObject({ source: z.literal('simulated') })),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        return c.json({ arena: arena.slug, removed: await removeSimulatedVotes(deps, arena) })
      },
    )

const countRefusal =
  ({ metrics }: Deps) =>
  (error: unknown): never => {
    if (error instanceof ProblemError) metrics.votesRefused.add({ code: error.code })
    throw error
  }
