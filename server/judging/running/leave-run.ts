import type { Transaction } from 'kysely'
import { touchArena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import { requestRating } from '../../votes/index.ts'
import { countLeftOut } from '../required/index.ts'

/** Brings the arena's boards up to what a run came to that goes on no more, for now or for good. */
export async function leaveRun(
  { clock, publishEvery }: Pick<Deps, 'clock' | 'publishEvery'>,
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
): Promise<void> {
  const at = clock()
  await countLeftOut(trx, arenaId, runId, at)
  // failed judgements and pairs left out stand on the board too
  await touchArena(trx, arenaId)
  await requestRating(trx, arenaId, at, publishEvery)
}
