/** Queues the jobs that judging adds to a run: judgements, and checks of answers. */
import { addJobs } from '../../platform/jobs.ts'
import type { QueueRoom, Run, RunDeps } from '../../runs/index.ts'
import { checkJob, judgeJob } from './work-jobs.ts'
import {
  isUnchecked,
  selectActiveChecks,
  selectJudging,
  selectPlanned,
  selectUnchecked,
} from './work-queries.ts'
import type { ActiveCheck } from './work-queries.ts'

/** Queues the planned judgements of a run, as far as each provider's queue has room. */
export async function queueJudgements(
  { db }: RunDeps,
  { arena_id, id: runId }: Run,
  room: QueueRoom,
): Promise<void> {
  for (const { versionId, provider } of await selectJudging(db, arena_id, runId)) {
    const { left, take } = room(provider)
    const ids = left > 0 ? await selectPlanned(db, arena_id, runId, versionId, left) : []
    await addJobs(
      db,
      ids.map((id) => judgeJob({ arenaId: arena_id, id }, provider)),
    )
    take(ids.length)
  }
}

/** The active checks of an arena: the gating checks, and the others. */
export async function activeChecks({ db }: Pick<RunDeps, 'db'>, arenaId: number) {
  const { required = [], others = [] } = Object.groupBy(await selectActiveChecks(db, arenaId), ({ spec }) =>
    spec.required ? 'required' : 'others',
  )
  return { required, others }
}

export async function queueChecks(
  { db }: RunDeps,
  { arena_id, id }: Run,
  room: QueueRoom,
  checks: readonly ActiveCheck[],
): Promise<void> {
  for (const check of checks) {
    const { name, sha256, provider } = check
    const job = { arenaId: arena_id, runId: id, name, sha256 }
    const { left, take } = provider ? room(provider) : { left: 1, take: () => undefined }
    const ids = left > 0 ? await selectUnchecked(db, arena_id, id, check, left) : []
    const jobs = ids.map((answerId) => checkJob({ ...job, answerId: provider ? answerId : null }, provider))
    await addJobs(db, jobs)
    take(jobs.length)
  }
}

/** Whether this run has a result of each of these checks for every answer. */
export async function areChecked(
  { db }: RunDeps,
  { arena_id, id }: Run,
  checks: ActiveCheck[],
): Promise<boolean> {
  for (const check of checks) if (await isUnchecked(db, arena_id, id, check)) return false
  return true
}
