import { Hono } from 'hono'
import { z } from 'zod'
import { AdminContestants, ContestantList } from '../../shared/contracts/index.ts'
import { loadArena, loadReaderArena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import type { Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { notifyArena } from '../platform/postgres/notifications.ts'
import { visible } from '../../shared/finish/lines.ts'
import { contestantsText } from './contestants-text.ts'
import { listContestants } from './contestant.ts'
import { listForAdmin, retireContestant } from './retire-contestant.ts'

const Retirement = z.object({ contestant: z.string(), name: z.string(), retiredAt: z.string().nullable() })

export const contestantRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/contestants',
      describeRoute({
        summary: 'Each contestant of an arena: model, templates, parameters, owner, family.',
        responses: { 200: answerBody('The contestants, sorted by name.', ContestantList) },
      }),
      loadReaderArena(deps),
      async (c) => {
        const contestants = await listContestants(deps.db, c.var.arena)
        return respondByAccept(c, { arena: c.var.arena.slug, contestants }, { 'text/plain': contestantsText })
      },
    )
    .get(
      '/api/admin/arenas/:arena/contestants',
      describeRoute({
        summary: 'All contestants by name, including the retired ones.',
        responses: { 200: jsonBody('The list.', AdminContestants) },
      }),
      loadArena(deps),
      async (c) => c.json({ contestants: await listForAdmin(deps.db, c.var.arena) }),
    )
    .post(
      '/api/admin/arenas/:arena/contestants/:contestant/:change{(?:retire|restore)}',
      describeRoute({
        summary:
          'Retires a contestant, or brings it back. It is not shown in battles any more; its votes and its place on the board stay.',
        responses: { 200: answerBody('The contestant now.', Retirement) },
        problems: ['contestant_unknown'],
      }),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const { contestant, change } = c.req.param()
        const retiredAt = change === 'retire' ? deps.clock() : null
        const { name, slug, retired_at } = await retireContestant(deps, arena, contestant, retiredAt)
        await notifyArena(deps.db, arena.id)
        const receipt = { contestant: slug, name, retiredAt: retired_at?.toISOString() ?? null }
        const now = retiredAt ? 'is retired. Its votes and its place on the board stay' : 'is in use again'
        return respondByAccept(c, receipt, {
          'text/plain': () => visible(`${name} of ${arena.slug} ${now}.`),
        })
      },
    )
