import { Hono } from 'hono'
import { arenaNamed } from '../arenas/index.ts'
import { PageRequest, QuarantineRequest, VotesRequest } from '../../shared/contracts/index.ts'
import type { QuarantineReceipt } from '../../shared/contracts/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { readVotes, readAudit } from './read-votes.ts'
import { quarantineVotes } from './quarantine-votes.ts'
import { releaseVotes } from './release-votes.ts'

export const integrityRoutes = (deps: Deps) => {
  async function receipt(
    slug: string,
    { votes, reason }: QuarantineRequest,
    quarantined: boolean,
  ): Promise<QuarantineReceipt> {
    const arena = await arenaNamed(deps.db, slug)
    const say = quarantined ? quarantineVotes : releaseVotes
    return { arena: slug, quarantined, votes: await say(deps, arena, votes, reason) }
  }

  return new Hono<Env>()
    .get('/api/admin/arenas/:arena/votes', adminOnly(deps), checked('query', VotesRequest), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      c.header('cache-control', 'no-store')
      return c.json(await readVotes(deps.db, arena, c.req.valid('query')))
    })
    .get('/api/admin/arenas/:arena/audit', adminOnly(deps), checked('query', PageRequest), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      c.header('cache-control', 'no-store')
      return c.json(await readAudit(deps.db, arena, c.req.valid('query')))
    })
    .post(
      '/api/admin/arenas/:arena/votes/quarantine',
      adminOnly(deps),
      checked('json', QuarantineRequest),
      async (c) => c.json(await receipt(c.req.param('arena'), c.req.valid('json'), true)),
    )
    .post(
      '/api/admin/arenas/:arena/votes/release',
      adminOnly(deps),
      checked('json', QuarantineRequest),
      async (c) => c.json(await receipt(c.req.param('arena'), c.req.valid('json'), false)),
    )
}
