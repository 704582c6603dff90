import { Hono } from 'hono'
import { arenaNamed } from '../../arenas/index.ts'
import { Leaks, LeakReceipt, LeakRequest, PageRequest } from '../../../shared/contracts/index.ts'
import { adminOnly } from '../../platform/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked } from '../../platform/http.ts'
import type { Env } from '../../platform/http.ts'
import { describeRoute, jsonBody } from '../../platform/route-description.ts'
import { changeLeaks } from './change-leaks.ts'
import { selectLeaks } from './leak-queries.ts'
import type { LeakRow } from './leak-queries.ts'

export const leakRoutes = (deps: Deps) => {
  const change = async (slug: string, request: LeakRequest, held: boolean): Promise<LeakReceipt> => {
    const arena = await arenaNamed(deps.db, slug)
    return { arena: slug, held, ...(await changeLeaks(deps, arena, { ...request, held })) }
  }

  return new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/leaks',
      describeRoute({
        summary:
          'Answers that name their model or its maker, and prompts that ask for it, newest first, with the number of votes that do not count because of them.',
        responses: { 200: jsonBody('A page of leaks, and where the next page begins.', Leaks) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('query', PageRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        const page = c.req.valid('query')
        const rows = await selectLeaks(deps.db, arena.id, page)
        const leaks = rows.slice(0, page.limit).map(inJson)
        c.header('cache-control', 'no-store')
        return c.json({ leaks, before: rows.length > page.limit ? leaks.at(-1)!.id : null } satisfies Leaks)
      },
    )
    .post(
      '/api/admin/arenas/:arena/leaks/release',
      describeRoute({
        summary: 'Releases leaks as false alarms. Votes on them count again, and they are not found again.',
        responses: { 200: jsonBody('The leaks that were open before.', LeakReceipt) },
        problems: ['arena_unknown', 'leak_unknown'],
      }),
      adminOnly(deps),
      checked('json', LeakRequest),
      async (c) => c.json(await change(c.req.param('arena'), c.req.valid('json'), false)),
    )
    .post(
      '/api/admin/arenas/:arena/leaks/hold',
      describeRoute({
        summary: 'Holds released leaks again. Votes on them no longer count.',
        responses: { 200: jsonBody('The leaks that were released before.', LeakReceipt) },
        problems: ['arena_unknown', 'leak_unknown'],
      }),
      adminOnly(deps),
      checked('json', LeakRequest),
      async (c) => c.json(await change(c.req.param('arena'), c.req.valid('json'), true)),
    )
}

const inJson = ({ at, releasedAt, releasedBy, releasedBecause, ...leak }: LeakRow) => ({
  ...leak,
  at: at.toISOString(),
  released: releasedAt && { at: releasedAt.toISOString(), by: releasedBy!, because: releasedBecause },
})
