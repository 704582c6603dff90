/** For who watches over the process: `/healthz` says that it lives, `/readyz` that an arena can be voted on. */
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'
import type { Env } from './http.ts'

export const healthRoutes = ({ db }: Deps) =>
  new Hono<Env>()
    .get('/healthz', (c) => c.json({ alive: true }))
    .get('/readyz', async (c) => {
      const { rows } = await sql<{ ready: boolean }>`
        select exists (
          select from answers x join prompts p on p.arena_id = x.arena_id and p.id = x.prompt_id
            join contestants c on c.arena_id = x.arena_id and c.id = x.contestant_id
          where p.messages is not null and c.retired_at is null
          group by x.arena_id, x.prompt_id having count(distinct x.text_sha256) > 1
        ) as ready`.execute(db)
      const ready = rows[0]!.ready
      return c.json(
        { ready, reason: ready ? null : 'No arena has two different answers to one prompt yet.' },
        ready ? 200 : 503,
      )
    })
