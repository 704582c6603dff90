import { Hono } from 'hono'
import { arenaNamed } from '../arenas/index.ts'
import {
  AdminVoters,
  AdminVotes,
  AuditLog,
  AuditRequest,
  QuarantineReceipt,
  QuarantineRequest,
  VotesRequest,
} from '../../shared/contracts/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody } from '../platform/route-description.ts'
import { readVotes, readAudit } from './read-votes.ts'
import { listVoters } from './voters/list-voters.ts'
import { quarantineVotes } from './quarantine-votes.ts'
import { releaseVotes } from './release-votes.ts'

export const integrityRoutes = (deps: Deps) => {
  async function receipt(
    slug: string,
    { votes, reason }: QuarantineRequest,
    quarantined: boolean,
  ): Promise<QuarantineReceipt> {
    const arena = await arenaNamed(deps.db, slug)
    const change = quarantined ? quarantineVotes : releaseVotes
    return { arena: slug, quarantined, votes: await change(deps, arena, votes, reason) }
  }

  return new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/votes',
      describeRoute({
        summary: 'Recorded votes, newest first, with contestant names and the reason of a quarantine.',
        responses: { 200: jsonBody('A page of votes, and where the next page begins.', AdminVotes) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('query', VotesRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json(await readVotes(deps.db, arena, c.req.valid('query')))
      },
    )
    .get(
      '/api/admin/arenas/:arena/voters',
      describeRoute({
        summary:
          'Who voted on the page, the last first: votes, agreement with the others on the same pairs, quarantine, and the names of invited people. 500 at most, from the newest 200,000 votes.',
        responses: { 200: jsonBody('The list.', AdminVoters) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json(await listVoters(deps, arena))
      },
    )
    .get(
      '/api/admin/arenas/:arena/audit',
      describeRoute({
        summary:
          'The audit log of the arena: who did what and when, newest first, or the entries that match.',
        responses: { 200: jsonBody('A page of entries, and where the next page begins.', AuditLog) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('query', AuditRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json(await readAudit(deps.db, arena, c.req.valid('query')))
      },
    )
    .post(
      '/api/admin/arenas/:arena/votes/quarantine',
      describeRoute({
        summary:
          'Puts votes in quarantine and records the reason. No board counts them any more, and each board says how many it leaves out.',
        responses: { 200: jsonBody('The votes that were not in quarantine before.', QuarantineReceipt) },
        problems: ['arena_unknown', 'vote_unknown', 'too_large'],
      }),
      adminOnly(deps),
      checked('json', QuarantineRequest),
      async (c) => c.json(await receipt(c.req.param('arena'), c.req.valid('json'), true)),
    )
    .post(
      '/api/admin/arenas/:arena/votes/release',
      describeRoute({
        summary: 'Releases votes from quarantine. They count again.',
        responses: { 200: jsonBody('The votes that were in quarantine before.', QuarantineReceipt) },
        problems: ['arena_unknown', 'vote_unknown', 'too_large'],
      }),
      adminOnly(deps),
      checked('json', QuarantineRequest),
      async (c) => c.json(await receipt(c.req.param('arena'), c.req.valid('json'), false)),
    )
}
