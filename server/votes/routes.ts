import { Hono } from 'hono'
import { voterOf } from '../battles/index.ts'
import { VoteRequest } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { castVote } from './cast-vote.ts'
import { retractVote } from './retract-vote.ts'

export const voteRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post('/api/battles/:id/vote', checked('json', VoteRequest), async (c) => {
      const vote = { ...c.req.valid('json'), battle: c.req.param('id'), voter: voterOf(c, deps) }
      const { receipt, isNew } = await castVote(deps, vote)
      c.header('cache-control', 'no-store')
      return c.json(receipt, isNew ? 201 : 200)
    })
    .delete('/api/battles/:id/vote', async (c) => {
      const [scheme, ticket] = (c.req.header('authorization') ?? '').split(' ')
      if (scheme !== 'Ticket' || !ticket)
        throw new ProblemError(
          'ticket_invalid',
          'Taking a vote back needs its ticket, as "Authorization: Ticket <ticket>".',
        )
      await retractVote(deps, c.req.param('id'), ticket, voterOf(c, deps))
      return c.json({ battle: c.req.param('id'), withdrawn: true as const })
    })
