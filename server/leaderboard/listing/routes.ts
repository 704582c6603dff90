import { Hono } from 'hono'
import { z } from 'zod'
import { ListedArena } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Env } from '../../platform/http/http.ts'
import { ANY_ARENA } from '../../platform/http/reads.ts'
import { respond, tagged } from '../../platform/http/respond.ts'
import { describeRoute, jsonBody, NOT_MODIFIED } from '../../platform/http/route-description.ts'
import { listWithFindings } from './list-findings.ts'

/** The list of arenas. */
export const listingRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/api/arenas',
    describeRoute({
      summary: 'The public arenas that are not archived, oldest first, each with what its board says.',
      responses: {
        200: jsonBody('The list, with a strong ETag.', z.object({ arenas: z.array(ListedArena) })),
        304: NOT_MODIFIED,
      },
    }),
    async (c) => {
      const { etag, text } = tagged({ arenas: await listWithFindings(deps) })
      c.set('shownArena', ANY_ARENA)
      return respond(c, etag, 'application/json; charset=utf-8', () => text)
    },
  )
