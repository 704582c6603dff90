import { arenaById } from '../../arenas/index.ts'
import { addJobs } from '../../platform/jobs.ts'
import type { QueueRoom, Run, RunDeps } from '../../runs/index.ts'
import { contendersOf } from '../../sampling/index.ts'
import { drawWithFocus } from '../plan/index.ts'
import { judgeJob } from './work-jobs.ts'
import { recordPairProbabilities, selectJudging, selectPlannedPairs } from './work-queries.ts'

/**
 * Queues judgements of the run with focus: half of them on contestants that may still be first on the judges' board as it
 * is now. Each judgement records with which probability its pair was drawn.
 */
export async function queueWithFocus(
  { db, random }: RunDeps,
  { arena_id: arenaId, id: runId }: Run,
  room: QueueRoom,
): Promise<void> {
  const arena = await arenaById(db, arenaId)
  if (!arena) return
  for (const { versionId, provider } of await selectJudging(db, arenaId, runId)) {
    const { left, take } = room(provider)
    if (left <= 0) continue
    const planned = await selectPlannedPairs(db, arenaId, runId, versionId, left)
    const contenders = new Set<number>()
    for (const criterion of new Set(planned.flatMap(({ criteria }) => criteria)))
      for (const id of await contendersOf(db, arena, 'judges', criterion)) contenders.add(id)
    const draws = drawWithFocus(planned, contenders, left, random)
    await recordPairProbabilities(db, arenaId, draws)
    await addJobs(
      db,
      draws.map(({ id }) => judgeJob({ arenaId, id }, provider)),
    )
    take(draws.length)
  }
}
