import type { Transaction } from 'kysely'
import { touchArena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import { requestRating } from '../../votes/index.ts'
import { countSkippedPairs } from '../checks/gating/index.ts'

/** Brings the arena's boards up to date once a run no longer runs: failed judgements and skipped pairs are on them too. */
export async function refreshAfterStop(
  { publishEvery }: Pick<Deps, 'publishEvery'>,
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  at: Date,
): Promise<void> {
  await countSkippedPairs(trx, arenaId, runId, at)
  await touchArena(trx, arenaId)
  await requestRating(trx, arenaId, at, publishEvery)
}
