import { Hono } from 'hono'
import { z } from 'zod'
import {
  AdminArenaDetail,
  AdminArenas,
  ArenaDetail,
  DecidesRequest,
  DecidesSetting,
  Visibility,
  VisibilityRequest,
} from '../../shared/contracts/index.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody, NOT_MODIFIED } from '../platform/http/route-description.ts'
import { respondJson, jsonWithEtag } from '../platform/http/respond.ts'
import { arenaForReaders, describeForAdmin, listForAdmin, loadArena } from './describe-arena.ts'
import { arenaText, arenasText } from './arena-text.ts'
import { arenaForVisitor } from './arena.ts'
import { setDecides, changeVisibility } from './closing.ts'

export const arenaRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/admin/arenas',
      describeRoute({
        summary:
          'Every arena, newest first, including private ones, with the state of its latest judging run.',
        responses: { 200: answerBody('The list.', AdminArenas) },
      }),
      async (c) => respondByAccept(c, { arenas: await listForAdmin(deps) }, { 'text/plain': arenasText }),
    )
    .get(
      '/api/admin/arenas/:arena',
      describeRoute({
        summary:
          'One arena with its settings, and which environment variables hold a key on this server. It never contains a key.',
        responses: { 200: answerBody('The arena.', AdminArenaDetail) },
      }),
      loadArena(deps),
      async (c) => {
        const arena = (await listForAdmin(deps)).find((listed) => listed.arena === c.var.arena.slug)!
        return respondByAccept(c, await describeForAdmin(deps, c.var.arena), {
          'text/plain': () => arenaText(arena),
        })
      },
    )
    .post(
      '/api/admin/arenas/:arena/visibility',
      describeRoute({
        summary:
          'Sets who may see the arena: everybody, everybody who knows its address, or only those with the admin token.',
        responses: {
          200: answerBody('The visibility is set.', z.object({ arena: z.string(), visibility: Visibility })),
        },
      }),
      validateRequest('json', VisibilityRequest),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const { slug, visibility } = await changeVisibility(deps, arena, c.req.valid('json').visibility)
        const receipt = { arena: slug, visibility }
        return respondByAccept(c, receipt, { 'text/plain': () => `${slug} is ${visibility} now.` })
      },
    )
    .post(
      '/api/admin/arenas/:arena/decides',
      describeRoute({
        summary:
          'Sets when the arena decides: after a number of votes, at a moment, at whichever comes first, now, or never.',
        responses: {
          200: jsonBody(
            'It is set. `closedAt`: since when voting is closed; null: it is open.',
            z.object({ arena: z.string(), decides: DecidesSetting, closedAt: z.string().nullable() }),
          ),
        },
        problems: ['too_large'],
      }),
      validateRequest('json', DecidesRequest),
      loadArena(deps),
      async (c) =>
        c.json({ arena: c.var.arena.slug, ...(await setDecides(deps, c.var.arena, c.req.valid('json'))) }),
    )
    .get(
      '/api/arenas/:arena',
      describeRoute({
        summary: 'One arena, with the sources, criteria and categories by which its board can be filtered.',
        responses: { 200: jsonBody('The arena, with a strong ETag.', ArenaDetail), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid'],
      }),
      async (c) => {
        const arena = await arenaForVisitor(deps.db, c.req.param('arena'), isAdmin(c, deps))
        c.set('isShared', true)
        return respondJson(c, jsonWithEtag(await arenaForReaders(deps, arena)))
      },
    )
