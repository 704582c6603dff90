import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LARGEST_ARENA_BYTES, RecipeRequest } from '../../../shared/contracts/index.ts'
import { arenaNamed } from '../../arenas/index.ts'
import { adminOnly } from '../../platform/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked } from '../../platform/http.ts'
import type { Env } from '../../platform/http.ts'
import { ProblemError } from '../../platform/problem.ts'
import { arenaAsFiles } from './write/arena-as-files.ts'
import { bringArena, tryArena } from './bring-arena.ts'
import { receiveFiles } from './receive-files.ts'
import { msg } from '../../../shared/messages/index.ts'

/** Has a limit of its own on what is sent. */
export const ARENA_FILES = '/api/admin/arenas'

export const arenaFileRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(`${ARENA_FILES}/:arena/recipe`, adminOnly(deps), checked('query', RecipeRequest), async (c) => {
      c.header('cache-control', 'no-store')
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      return c.json(await arenaAsFiles(deps, arena, c.req.valid('query')))
    })
    .post(
      ARENA_FILES,
      adminOnly(deps),
      bodyLimit({ maxSize: LARGEST_ARENA_BYTES, onError: tooLarge }),
      async (c) => {
        const received = await receiveFiles(c.req.raw)
        c.header('cache-control', 'no-store')
        const { 'dry-run': dryRun } = c.req.query()
        if (dryRun !== undefined && dryRun !== 'false') return c.json(await tryArena(deps, received))
        const receipt = await bringArena(deps, received)
        return c.json(receipt, receipt.change.created ? 201 : 200)
      },
    )

const tooLarge = (): never => {
  throw new ProblemError('too_large', msg('arena_large', { megabytes: LARGEST_ARENA_BYTES / 1024 / 1024 }))
}
