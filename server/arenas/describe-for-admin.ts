/** Arenas as their operator sees them, including private ones. */
import type { AdminArena, AdminArenaDetail } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { keysOf } from '../platform/providers/index.ts'
import type { Arena } from './arena.ts'
import { archivedSince, describeArena, listed } from './describe-arena.ts'
import { selectProviders } from './provider-queries.ts'
import { selectAllSizes } from './queries.ts'
import { votesBySource } from './vote-counts.ts'

/** All arenas, oldest first. Votes that are not published yet are counted too. */
export async function listForAdmin({ db }: Pick<Deps, 'db'>): Promise<AdminArena[]> {
  const sizes = await selectAllSizes(db)
  const counts = await votesBySource(
    db,
    sizes.map(({ id }) => id),
    null,
  )
  const byArena = Map.groupBy(counts, ({ arenaId }) => arenaId)
  return sizes.map(({ visibility, created_at, judging, ...size }) => ({
    ...listed(size, byArena.get(size.id) ?? []),
    visibility,
    createdAt: created_at.toISOString(),
    judging,
    ...archivedSince(size),
  }))
}

/** The arena with the settings of its arena.yaml, and whether this process has its providers' keys. */
export async function describeForAdmin(
  deps: Pick<Deps, 'db' | 'clock' | 'providers'>,
  arena: Arena,
): Promise<AdminArenaDetail> {
  const [detail, providers] = await Promise.all([
    describeArena(deps, arena, null),
    selectProviders(deps.db, arena.id),
  ])
  return {
    ...detail,
    createdAt: arena.created_at.toISOString(),
    settings: arena.settings,
    keys: providers.flatMap(({ name, type, api_key_env: apiKeyEnv, options }) =>
      keysOf(deps.providers, { name, type, apiKeyEnv, options }),
    ),
  }
}
