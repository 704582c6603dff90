import type { Context } from 'hono'
import type { ArenaDetail } from '../../shared/contracts/index.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { published } from '../platform/postgres/publishing.ts'
import { describeArena } from './describe-arena.ts'
import { arenaBySlug } from './find-arena.ts'

/** The arena of that name as the requester may see it: only the operator sees a private one. */
export async function arenaFor(deps: Deps, c: Context<Env>, slug: string): Promise<ArenaDetail> {
  return describeArena(deps, await arenaBySlug(deps.db, slug, isAdmin(c, deps)), await published(deps))
}
