import type { Context } from 'hono'
import { arenaBySlug } from '../arenas/index.ts'
import { votersOf } from '../voters/index.ts'
import { contestantWithSlug } from '../contestants/index.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { decidedBattle } from './battle/decided-battle.ts'

/**
 * Checks that the contestant or battle in the path of a page exists for its reader.
 * @throws {ProblemError} arena_unknown, contestant_unknown, battle_unknown; battle_withdrawn if its vote was retracted
 */
export async function mustExist(c: Context<Env>, deps: Deps): Promise<void> {
  const { arena = '', contestant, battle } = c.req.param() as Record<string, string | undefined>
  const admin = isAdmin(c, deps)
  if (contestant !== undefined)
    await contestantWithSlug(deps.db, await arenaBySlug(deps.db, arena, admin), contestant)
  if (battle !== undefined) await decidedBattle(deps, battle, admin, votersOf(c, deps))
}
