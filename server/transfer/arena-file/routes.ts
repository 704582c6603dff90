import { Hono } from 'hono'
import {
  ArenaReceipt,
  ArenaRecipe,
  ArenaTrial,
  MAX_ARENA_BYTES,
  SentArena,
  SentArenaQuery,
} from '../../../shared/contracts/index.ts'
import { arenaForOperator } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { validateRequest, type Env } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import { boundedBody } from '../../platform/http/body.ts'
import { arenaAsFiles } from './arena-as-files.ts'
import { importArena } from '../import-client.ts'
import { withKeys } from './bring-arena.ts'
import { msg } from '../../../shared/messages/index.ts'

/** This path has its own limit on the size of a request. */
export const ARENA_FILES = '/api/admin/arenas'

export const arenaFileRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      `${ARENA_FILES}/:arena/recipe`,
      describeRoute({
        summary:
          'The arena as an arena.yaml with the files it names, and a list of what no file can express. Sending them back changes nothing. The audit log records that texts were taken.',
        responses: { 200: jsonBody('The files.', ArenaRecipe) },
        problems: ['arena_unknown', 'too_large'],
      }),
      async (c) => {
        c.header('cache-control', 'no-store')
        const arena = await arenaForOperator(deps.db, c.req.param('arena'))
        return c.json(await arenaAsFiles(deps, arena))
      },
    )
    .post(
      ARENA_FILES,
      describeRoute({
        summary:
          'Creates or updates an arena from an arena.yaml and the files it names: as multipart/form-data with one field for each path, or as JSON. With `?dry-run` nothing is stored, and the response says what would change and what a run would cost; `judges`, `votesPerPair`, `plan` and `budgetUsd` say which run. With `?no-calls`, what only prevents calls of models is no problem. With `?renew` a contestant that changed after its answers were seen gets the next name.',
        responses: {
          201: jsonBody('The arena is created.', ArenaReceipt),
          200: jsonBody('The arena is updated, or with `dry-run` only checked.', ArenaReceipt.or(ArenaTrial)),
        },
        problems: ['too_large'],
        body: SentArena,
      }),
      boundedBody(MAX_ARENA_BYTES, TOO_LARGE),
      validateRequest('query', SentArenaQuery),
      async (c) => {
        c.header('cache-control', 'no-store')
        const { dryRun, renew, options } = c.req.valid('query')
        if (dryRun)
          return c.json(withKeys(deps, await importArena<ArenaTrial>(deps, c, { kind: 'try', options })))
        const kind = renew ? 'renew' : 'bring'
        const receipt = await importArena<ArenaReceipt>(deps, c, { kind, options })
        return c.json(withKeys(deps, receipt), receipt.change.created ? 201 : 200)
      },
    )

const TOO_LARGE = msg('files_large', {
  megabytes: MAX_ARENA_BYTES / 1024 / 1024,
  instead: 'Import larger ones in the terminal: deadheat run arena.yaml, or deadheat import',
})
