import type { Transaction } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import { recordBattlesFrom } from '../../battles/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import type { Database } from '../../platform/schema.ts'
import { ensurePrompts } from '../../prompts/index.ts'
import { recordVotesFrom } from '../../votes/index.ts'
import type { VoteStage } from './stage-votes.ts'
import { findRepeats, indexStaged, RESOLVED_TABLE, resolvePortion, stagedPrompts } from './staging-queries.ts'

/** The number of votes that are recorded together. */
const PORTION = 50_000

/**
 * Records the staged votes that the arena does not have yet, each with its battle. Prompts that it does not know are
 * added without texts.
 * @param onProgress called with the share that is recorded
 * @returns how many were new
 */
export async function recordImportedVotes(
  trx: Transaction<Database>,
  arena: Arena,
  stage: VoteStage,
  { contestants, now }: { contestants: ReadonlyMap<string, Contestant>; now: Date },
  onProgress: (share: number) => void = () => {},
): Promise<number> {
  if (stage.count === 0) return 0
  if (stage.places > PORTION) await indexStaged(trx)
  await ensurePrompts(trx, arena.id, stagedPrompts)
  await findRepeats(trx, stage.fileIds)
  const resolution = {
    arenaId: arena.id,
    criterion: arena.criteria[0],
    files: stage.fileIds,
    contestants: [...stage.contestants.keys()].map((name) => contestants.get(name)!.id),
    now,
  }
  let recorded = 0
  for (let after = 0; after < stage.places; after += PORTION) {
    await resolvePortion(trx, resolution, { after, until: after + PORTION })
    await recordBattlesFrom(trx, RESOLVED_TABLE)
    recorded += await recordVotesFrom(trx, RESOLVED_TABLE)
    onProgress(Math.min(1, (after + PORTION) / stage.places))
  }
  return recorded
}
