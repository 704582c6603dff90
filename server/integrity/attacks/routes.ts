import { Hono } from 'hono'
import { SuspicionReceipt, SuspicionRequest, Suspicions } from '../../../shared/contracts/index.ts'
import type { Suspicion } from '../../../shared/contracts/index.ts'
import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import { arenaNamed } from '../../arenas/index.ts'
import { adminOnly } from '../../platform/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked } from '../../platform/http.ts'
import type { Env } from '../../platform/http.ts'
import { describeRoute, jsonBody } from '../../platform/route-description.ts'
import { judgeSuspect } from './judge-suspect.ts'
import { selectSuspicions } from './suspicion-queries.ts'
import type { SuspicionRow } from './suspicion-queries.ts'

export const suspicionRoutes = (deps: Deps) => {
  const judge = async (slug: string, request: SuspicionRequest, released: boolean) =>
    judgeSuspect(deps, await arenaNamed(deps.db, slug), request, released)

  return new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/suspicions',
      describeRoute({
        summary:
          'Voters and groups whose votes look like an attack, newest first, with the reason, the evidence and what became of their votes.',
        responses: { 200: jsonBody('The newest suspicions.', Suspicions) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        const suspicions = (await selectSuspicions(deps.db, arena.id)).map(inJson)
        c.header('cache-control', 'no-store')
        return c.json({ suspicions } satisfies Suspicions)
      },
    )
    .post(
      '/api/admin/arenas/:arena/suspicions/quarantine',
      describeRoute({
        summary:
          'Puts all votes of a voter on the page into quarantine. Without a reason, the finding is the reason.',
        responses: { 200: jsonBody('How many votes changed.', SuspicionReceipt) },
        problems: ['arena_unknown', 'vote_unknown'],
      }),
      adminOnly(deps),
      checked('json', SuspicionRequest),
      async (c) => c.json(await judge(c.req.param('arena'), c.req.valid('json'), false)),
    )
    .post(
      '/api/admin/arenas/:arena/suspicions/release',
      describeRoute({
        summary:
          'Releases all votes of a voter on the page. They count again, and the search for attacks no longer reports the voter.',
        responses: { 200: jsonBody('How many votes changed.', SuspicionReceipt) },
        problems: ['arena_unknown', 'vote_unknown'],
      }),
      adminOnly(deps),
      checked('json', SuspicionRequest),
      async (c) => c.json(await judge(c.req.param('arena'), c.req.valid('json'), true)),
    )
}

function inJson({
  subject,
  finding,
  log_e,
  found_at,
  votes,
  quarantined,
  released,
}: SuspicionRow): Suspicion {
  const isHeld = votes > 0 && quarantined === votes
  return {
    subject,
    voter: finding.code.startsWith('group_') ? null : subject,
    reason: inEnglish(finding as CodedMessage),
    finding,
    log10E: log_e === null ? null : log_e / Math.LN10,
    at: found_at.toISOString(),
    votes,
    quarantined,
    state: isHeld ? 'quarantined' : released ? 'released' : 'open',
  }
}
