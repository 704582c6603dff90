/** For who watches over the process: `/healthz` says that it lives, `/readyz` that an arena can be voted on. */
import { Hono } from 'hono'
import type { Context } from 'hono'
import { anyVotable } from './arenas/index.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/http.ts'

const NOT_YET = 'No arena has two different answers to one prompt yet.'

export const alive = (c: Context<Env>) => c.json({ alive: true })

export const healthRoutes = ({ db }: Deps) =>
  new Hono<Env>().get('/healthz', alive).get('/readyz', async (c) => {
    const ready = await anyVotable(db)
    return c.json({ ready, reason: ready ? null : NOT_YET }, ready ? 200 : 503)
  })
