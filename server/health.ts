/** For monitoring: `/healthz` says that the process is alive, `/readyz` that it can serve visitors. */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { msg } from '../shared/messages/index.ts'
import { anyVotable } from './arenas/index.ts'
import type { Deps } from './platform/deps.ts'
import { type Env, ProblemError } from './platform/http/http.ts'
import { VERSION } from './platform/config/installation.ts'
import { describeRoute, jsonBody } from './platform/http/route-description.ts'

const Alive = z.object({ alive: z.literal(true), version: z.string() })
const Readiness = z.object({
  ready: z.literal(true),
  /** Whether an arena has two different answers to one prompt. */
  votable: z.boolean(),
})

export const alive = (c: Context<Env>) => c.json({ alive: true, version: VERSION })

export const healthRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/healthz',
      describeRoute({
        summary: 'Whether the process is alive.',
        responses: { 200: jsonBody('It is alive, with its version.', Alive) },
      }),
      alive,
    )
    .get(
      '/readyz',
      describeRoute({
        summary:
          'Whether this server should get requests: the database answers, stores data and has every migration, and the server is not stopping. `votable` says whether an arena can be voted on. Migrations and storing are looked at every five seconds at most.',
        responses: { 200: jsonBody('It should.', Readiness) },
        problems: ['draining', 'database_unreachable', 'database_not_writable', 'database_outdated'],
      }),
      async (c) => {
        c.header('cache-control', 'no-store')
        if (deps.draining.aborted) throw new ProblemError('draining', msg('server_stopping'))
        await deps.checkDatabase()
        return c.json({ ready: true, votable: await anyVotable(deps.db) })
      },
    )
