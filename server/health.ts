/** For monitoring: `/healthz` says that the process is alive, `/readyz` that visitors can vote. */
import { Hono } from 'hono'
import type { Context } from 'hono'
import { z } from 'zod'
import { anyVotable } from './arenas/index.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/http.ts'
import { VERSION } from './platform/version.ts'
import { describeRoute, jsonBody } from './platform/route-description.ts'

const Alive = z.object({ alive: z.literal(true), version: z.string() })
const Readiness = z.object({ ready: z.boolean(), reason: z.string().nullable() })

const NOT_YET = 'No arena has two different answers to one prompt yet.'

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
          'Whether visitors can vote on an arena: there is one with answers, and the database can store votes. The database is asked at most every five seconds.',
        responses: { 200: jsonBody('They can.', Readiness), 503: jsonBody('They cannot yet.', Readiness) },
        problems: ['database_unreachable', 'database_not_writable'],
      }),
      async (c) => {
        await deps.checkWrites()
        const ready = await anyVotable(deps.db)
        return c.json({ ready, reason: ready ? null : NOT_YET }, ready ? 200 : 503)
      },
    )
