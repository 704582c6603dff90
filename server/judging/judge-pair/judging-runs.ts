import type { Transaction } from 'kysely'
import { touchArena, arenaById } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import { requestRating } from '../../votes/index.ts'
import { holdRun, isRunning } from '../../runs/index.ts'
import type { RunKind, QueueRoom, Run, RunDeps } from '../../runs/index.ts'
import { totalSkippedPairs, countSkippedPairs } from '../checks/gating/index.ts'
import { countJudgements, countChecks, countFailures } from './progress-queries.ts'
import { JudgingSpec } from './judging-spec.ts'
import { planRun } from './plan-run.ts'
import { activeChecks, areChecked, queueChecks, queueJudgements } from './queue-work.ts'
import { requireKnownModels } from './require-known-models.ts'
import {
  countPlanned,
  selectModelsCalled,
  recordPairProbabilities,
  selectJudging,
  selectPlannedPairs,
} from './work-queries.ts'
import { addJobs } from '../../platform/jobs.ts'
import { contendersOf } from '../../sampling/index.ts'
import { drawWithFocus } from '../plan/index.ts'
import { judgeJob } from './work-jobs.ts'

/** The kind of run that judges an arena, or a part of it, and checks its answers. */
export const judgingRuns: RunKind<JudgingSpec> = {
  names: ['run', 'judge'],
  spec: JudgingSpec,
  scope: ({ only }) => (only ? { contestants: only.contestants ?? null, promptIds: only.prompts } : null),
  async prepare(deps, run, room) {
    const { required } = await activeChecks(deps, run.arena_id)
    await queueChecks(deps, run, room, required)
    return areChecked(deps, run, required)
  },
  plan: planRun,
  async queue(deps, run, { focus = false }, room) {
    const { db, clock } = deps
    await (focus ? queueWithFocus(deps, run, room) : queueJudgements(deps, run, room))
    await queueChecks(deps, run, room, (await activeChecks(deps, run.arena_id)).others)
    const planned = await countPlanned(db, run.arena_id, run.id)
    // a run that has stopped meanwhile has counted them, and its boards say so
    await db.transaction().execute(async (trx) => {
      const current = await holdRun(trx, run.arena_id, run.id)
      if (current && isRunning(current.status)) await countSkippedPairs(trx, run.arena_id, run.id, clock())
    })
    return planned
  },
  isFinished: async (deps, run) => areChecked(deps, run, (await activeChecks(deps, run.arena_id)).others),
  async count(db, { arena_id: arenaId, id }) {
    const [judgements, failures, checks, skippedPairs] = await Promise.all([
      countJudgements(db, arenaId, id),
      countFailures(db, arenaId, id),
      countChecks(db, arenaId, id),
      totalSkippedPairs(db, arenaId),
    ])
    return { judgements, failures, checks, skippedPairs }
  },
  modelsCalled: selectModelsCalled,
  requireModels: requireKnownModels,
  afterStop: (deps, trx, { arena_id, id }, _event, at) => refreshAfterStop(deps, trx, arena_id, id, at),
}

/** Requests new boards when a run stops: boards also show failed judgements and skipped pairs. */
async function refreshAfterStop(
  { publishEvery }: Pick<Deps, 'publishEvery'>,
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  stoppedAt: Date,
): Promise<void> {
  await countSkippedPairs(trx, arenaId, runId, stoppedAt)
  await touchArena(trx, arenaId)
  await requestRating(trx, arenaId, publishEvery)
}

/**
 * Queues judgements with focus: half of them on contestants that may still be first on the current judges' board.
 * Each judgement records the probability with which its pair was drawn.
 */
async function queueWithFocus(
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
