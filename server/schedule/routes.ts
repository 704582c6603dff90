import { Hono } from 'hono'
import type { Context } from 'hono'
import { EntryRequest, ScheduleState } from '../../shared/contracts/index.ts'
import { arenaNamed } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody } from '../platform/route-description.ts'
import { pauseEntry } from './pause-entry.ts'
import { scheduleState } from './schedule-state.ts'

export const scheduleRoutes = (deps: Deps) => {
  const state = async (c: Context<Env>, slug: string) => {
    c.header('cache-control', 'no-store')
    return c.json(await scheduleState(deps, await arenaNamed(deps.db, slug)))
  }
  const responses = { 200: jsonBody('The schedule now.', ScheduleState) }
  return new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/schedule',
      describeRoute({
        summary:
          'What the arena does by itself: when each entry comes next, what happened the last time, and the comparisons of builds.',
        responses,
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => state(c, c.req.param('arena')),
    )
    .post(
      '/api/admin/arenas/:arena/schedule/pause',
      describeRoute({
        summary: 'Pauses an entry of the schedule. A run that it started goes on.',
        responses,
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('json', EntryRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        await pauseEntry(deps, arena, c.req.valid('json').entry, true)
        return state(c, arena.slug)
      },
    )
    .post(
      '/api/admin/arenas/:arena/schedule/resume',
      describeRoute({
        summary: 'Resumes a paused entry. Times that came meanwhile are not made up.',
        responses,
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('json', EntryRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        await pauseEntry(deps, arena, c.req.valid('json').entry, false)
        return state(c, arena.slug)
      },
    )
}
