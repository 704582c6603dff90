import { Hono, type Context } from 'hono'
import { ContestantRecord, CountedLater, DecidedBattle } from '../../shared/contracts/index.ts'
import { arenaBySlug, ofArena } from '../arenas/index.ts'
import { votersOf } from '../voters/index.ts'
import { adminOnly, isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { pastProgress, resolveView, ViewRequest } from '../ratings/index.ts'
import { decidedBattle } from './decided-battle.ts'
import { contestantRecord } from './contestant-record.ts'
import { contestantWithSlug } from '../contestants/index.ts'

/**
 * Routes for the record of one contestant and of one battle, and for the progress of boards of earlier days. The
 * response depends on the token, so it is not cached.
 */
export const recordRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/contestants/:contestant',
      describeRoute({
        summary:
          'One contestant in a view: its row of the board, its record against each opponent, its best and worst prompts, some of its battles.',
        responses: { 200: jsonBody('The record.', ContestantRecord) },
        problems: [
          'arena_unknown',
          'token_invalid',
          'contestant_unknown',
          'too_many_requests',
          'board_computing',
        ],
      }),
      checked('query', ViewRequest),
      async (c) => {
        const admin = isAdmin(c, deps)
        const arena = await arenaBySlug(deps.db, c.req.param('arena'), admin)
        const view = await resolveView(deps, arena, c.req.valid('query'))
        c.header('cache-control', 'no-store')
        return c.json(await contestantRecord(deps, arena, view, c.req.param('contestant'), admin))
      },
    )
    .get(
      '/api/admin/arenas/:arena/past-boards',
      describeRoute({
        summary:
          'How many boards of days before the first stored board are planned, and how many are counted by now, of all views.',
        responses: { 200: jsonBody('Both numbers.', CountedLater) },
      }),
      adminOnly(deps),
      ofArena(deps),
      async (c) => c.json(await pastProgress(deps, c.var.arena)),
    )
    .get(
      '/api/battles/:id',
      describeRoute({
        summary:
          'A decided battle. An open one is unknown here. Texts and reasons are shown if the prompt is not voted on any more, or with the admin token. Voters see the prompt and answers of their own votes, by their cookie.',
        responses: { 200: jsonBody('The battle.', DecidedBattle) },
        problems: ['battle_unknown', 'battle_withdrawn', 'token_invalid'],
      }),
      async (c) => {
        const battle = await deps.postgres.replica.read(deps.db, (db) =>
          decidedBattle({ ...deps, db }, c.req.param('id'), isAdmin(c, deps), votersOf(c, deps)),
        )
        c.header('cache-control', 'no-store')
        return c.json(battle)
      },
    )

/**
 * Checks that the contestant or battle in the path of a page exists for its reader.
 * @throws {ProblemError} arena_unknown, contestant_unknown, battle_unknown; battle_withdrawn if its vote was retracted
 */
export async function requireNamed(c: Context<Env>, deps: Deps): Promise<void> {
  const { arena = '', contestant, battle } = c.req.param() as Record<string, string | undefined>
  const admin = isAdmin(c, deps)
  if (contestant !== undefined)
    await contestantWithSlug(deps.db, await arenaBySlug(deps.db, arena, admin), contestant)
  if (battle !== undefined) await decidedBattle(deps, battle, admin, votersOf(c, deps))
}
