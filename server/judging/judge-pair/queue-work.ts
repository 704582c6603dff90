/** Queues the jobs that judging adds to a run: judgements, and checks of answers. */
import { addJobs } from '../../platform/jobs/jobs.ts'
import { type QueueRoom, type RunDeps, hasStopped, type Run } from '../../runs/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { CHECK_TASK, checkJob, type CheckJob, judgeJob, judgeKeyPrefix } from '../judging-jobs.ts'
import { beginTrial, keepStopped, roomInTrial, weighJudge } from '../trial/judge-trials.ts'
import { selectForTrial, type JudgeVersionInRun } from '../trial/read-trial.ts'
import { PAIRS_OF_TRIAL } from '../trial/weigh-trial.ts'
import { queryColumn, queryRows, requireValue } from '../../platform/postgres/query.ts'
import type { StoredTrial } from '../../platform/documents.ts'
import type { ArenaProvider } from '../../arenas/index.ts'

/**
 * Queues the planned judgements of a run, as far as each provider's queue has room.
 * @returns how many judgements are planned, queued or not, without those of judges that the run has stopped
 */
export async function queueJudgements(
  deps: RunDeps,
  { arena_id, id: runId }: Run,
  room: QueueRoom,
): Promise<number> {
  const { db } = deps
  for (const { versionId, provider, trial, ...judge } of await selectJudging(db, arena_id, runId)) {
    const version = { arenaId: arena_id, runId, versionId }
    if (trial?.isForGood && trial.stop) {
      await keepStopped(deps, version, judge, trial.stop)
      continue
    }
    const { left, take } = room(provider)
    const isTried = trial?.state === 'passed' && (trial.pairs >= PAIRS_OF_TRIAL || trial.endedIn === runId)
    const ids =
      left === 0
        ? []
        : isTried
          ? await selectPlanned(db, version, left)
          : await selectInTrial(deps, version, trial, left)
    await addJobs(
      db,
      ids.map((id) => judgeJob({ arenaId: arena_id, id }, provider)),
    )
    take(ids.length)
  }
  return countPlanned(db, arena_id, runId)
}

/** Queues the gating checks of a run or the others, as far as each provider's queue has room. */
export async function queueChecks(
  { db }: RunDeps,
  { arena_id, id }: Run,
  room: QueueRoom,
  areGating: boolean,
): Promise<void> {
  for (const { name, sha256, spec, provider } of await selectActiveChecks(db, arena_id)) {
    if ((spec.required ?? false) !== areGating) continue
    const job = { arenaId: arena_id, runId: id, name, sha256 }
    const { left, take } = provider ? room(provider) : { left: 1, take: () => undefined }
    const ids = left > 0 ? await selectUnchecked(db, job, left) : []
    const jobs = ids.map((answerId) => checkJob({ ...job, answerId: provider ? answerId : null }, provider))
    await addJobs(db, jobs)
    take(jobs.length)
  }
}

/** Whether this run has a result of each gating check for every answer, or of each other check. */
export const areChecked = ({ db }: RunDeps, { arena_id, id }: Run, areGating: boolean): Promise<boolean> =>
  requireValue<boolean>(db)`
    select not exists (select from (${uncheckedAnswers(arena_id, id)}) u where u.active and u.gating = ${areGating})`

/** Planned judgements of the run that have no job yet, in order of place. */
const selectPlanned = (
  db: Db,
  { arenaId, runId, versionId }: JudgeVersionInRun,
  limit: number,
): Promise<string[]> =>
  queryColumn<string>(db)`
    select j.id from judgements j
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.judge_version_id = ${versionId}
      and j.run_id = ${runId}
      and not exists (select from graphile_worker._private_jobs q where q.key = ${judgeKeyPrefix(arenaId)} || j.id)
    order by j.place limit ${limit}`

/** The judgements that the trial of a version asks for next. Ends the trial if nothing is left to ask for. */
async function selectInTrial(
  deps: RunDeps,
  version: JudgeVersionInRun,
  stored: StoredTrial | null,
  limit: number,
): Promise<string[]> {
  const trial = stored?.state === 'open' ? stored : await beginTrial(deps, version)
  const underWay = await countUnderWay(deps.db, version)
  const room = Math.min(limit, await roomInTrial(deps.db, version, trial, underWay))
  if (room === 0 && underWay > 0) return []
  const ids = room > 0 ? await selectForTrial(deps.db, version, trial, room) : []
  // a process that ended before it weighed its last reply leaves this to the next one
  if (ids.length === 0 && underWay === 0) await weighJudge(deps, version, room > 0)
  return ids
}

/** How many planned judgements of a version have a job. */
const countUnderWay = (db: Db, { arenaId, runId, versionId }: JudgeVersionInRun): Promise<number> =>
  requireValue<number>(db)`
    select count(*)::int as count from graphile_worker._private_jobs q
    join judgements j on j.arena_id = ${arenaId} and j.id = (q.payload->>'id')::uuid
    where q.key like ${`${judgeKeyPrefix(arenaId)}%`} and j.status = 'planned' and j.run_id = ${runId}
      and j.judge_version_id = ${versionId}`

/**
 * SQL: a statement of the answers without a result in this run, each with a check that applies to it.
 * A run of a part makes only gating checks: else it would be the latest run of the other checks, with a few results only.
 */
export const uncheckedAnswers = (arenaId: number, runId: number) => sql`
  select k.name, k.sha256, k.spec, k.active, k.spec @> '{"required": true}' as gating, a.id as answer_id
  from checks k
  join runs on runs.arena_id = k.arena_id and runs.id = ${runId}
  join answers a on a.arena_id = k.arena_id and a.erased_at is null
  join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id and p.messages is not null and p.retired_at is null
  join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id and c.retired_at is null
  where k.arena_id = ${arenaId}
    and (k.spec->'categories' is null or coalesce(k.spec->'categories' ? p.category, false))
    and (not runs.plan ? 'only' or k.spec @> '{"required": true}' and runs.plan->'only'->'prompts' @> to_jsonb(p.id)
      and coalesce(runs.plan->'only'->'contestants' @> to_jsonb(c.id), true))
    and not exists (select from check_results r where r.arena_id = k.arena_id and r.run_id = runs.id
      and r.name = k.name and r.sha256 = k.sha256 and r.answer_id = a.id)`

/** Answers without a result of the check that have no job yet, by id. */
const selectUnchecked = (
  db: Db,
  { arenaId, runId, name, sha256 }: Omit<CheckJob, 'answerId'>,
  limit: number,
): Promise<number[]> =>
  queryColumn<number>(db)`
    select u.answer_id from (${uncheckedAnswers(arenaId, runId)}) u
    where u.name = ${name} and u.sha256 = ${sha256}
      and not exists (select from graphile_worker._private_jobs q
        where q.key = ${`${CHECK_TASK} ${arenaId} ${runId} ${sha256} `} || u.answer_id)
    order by u.answer_id limit ${limit}`

interface JudgingVersion {
  versionId: number
  judge: string
  model: string
  provider: ArenaProvider
  trial: StoredTrial | null
}

/**
 * The judge versions that have planned judgements in the run and are not stopped there, with their provider.
 * @param runId  null: planned judgements of all runs that cast votes
 */
export const selectJudging = (db: Db, arenaId: number, runId: number | null): Promise<JudgingVersion[]> =>
  queryRows<JudgingVersion>(db)`
    select v.id as "versionId", v.judge, v.model, to_jsonb(p) as provider, v.trial
    from judge_versions v join providers p on p.arena_id = v.arena_id and p.name = v.provider
    where v.arena_id = ${arenaId} and exists (select from judgements j
      where j.arena_id = v.arena_id and j.status = 'planned' and j.judge_version_id = v.id
        and case when ${runId}::integer is null then j.climb_epoch is null else j.run_id = ${runId} end)
      and not exists (select from runs where runs.arena_id = v.arena_id and runs.id = ${runId}::integer
        and ${hasStopped(sql`v.id`)})
    order by v.id`

interface ActiveCheck {
  name: string
  sha256: string
  spec: CheckSpec
  /** The provider of its model or its command; null for a rule. */
  provider: ArenaProvider | null
}

export const selectActiveChecks = (db: Db, arenaId: number): Promise<ActiveCheck[]> =>
  queryRows<ActiveCheck>(db)`
    select k.name, k.sha256, k.spec, to_jsonb(p) as provider
    from checks k left join providers p on p.arena_id = k.arena_id and p.name = k.spec->>'provider'
    where k.arena_id = ${arenaId} and k.active order by k.name`

/** How many planned judgements the run has, without those of judges that it has stopped. */
const countPlanned = (db: Db, arenaId: number, runId: number): Promise<number> =>
  requireValue<number>(db)`
    select count(*)::int as count from judgements j join runs on runs.arena_id = j.arena_id and runs.id = j.run_id
    where j.arena_id = ${arenaId} and j.run_id = ${runId} and j.status = 'planned'
      and not ${hasStopped(sql`j.judge_version_id`)}`

/** The models that a run of the arena calls: those of contestants, judges and checks. */
export const selectModelsCalled = (db: Db, arenaId: number): Promise<string[]> =>
  queryColumn<string>(db)`
    select c.model from contestants c join providers p on p.arena_id = c.arena_id and p.name = c.provider
      where c.arena_id = ${arenaId} and c.retired_at is null and p.type not in ('http', 'exec')
    union select v.model from judge_versions v
      join judges g on g.arena_id = v.arena_id and g.name = v.judge and g.version_sha256 = v.sha256 and g.active
      where v.arena_id = ${arenaId}
    union select spec->>'model' from checks where arena_id = ${arenaId} and active and spec->>'kind' = 'llm'
    order by 1`
