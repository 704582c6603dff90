import { Hono } from 'hono'
import { DuplicatedArena, DuplicateRequest } from '../../../shared/contracts/index.ts'
import { arenaNamed } from '../../arenas/index.ts'
import { adminOnly } from '../../platform/http/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked, type Env } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import { duplicateArena } from './duplicate-arena.ts'

export const duplicateRoutes = (deps: Deps) =>
  new Hono<Env>().post(
    '/api/admin/arenas/:arena/duplicate',
    describeRoute({
      summary:
        'Makes a new arena with the same prompts, contestants, answers, judges, checks and settings, without votes, runs, invitations and the end of voting. Its schedule is paused. All or nothing.',
      responses: { 201: jsonBody('The new arena.', DuplicatedArena) },
      problems: ['arena_unknown', 'too_large'],
    }),
    adminOnly(deps),
    checked('json', DuplicateRequest),
    async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      return c.json(await duplicateArena(deps, arena, c.req.valid('json')), 201)
    },
  )
