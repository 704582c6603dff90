/** Queues the jobs that judging adds to a run: judgements, and checks of answers. */
import { addJobs } from '../../platform/jobs/jobs.ts'
import type { QueueRoom, Run, RunDeps } from '../../runs/index.ts'
import { checkJob, judgeJob, CHECK_TASK, JUDGE_TASK } from './work-jobs.ts'
import { selectActiveChecks, selectJudging, type ActiveCheck } from './work-queries.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { makesCheck } from './run-part-queries.ts'

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

/** Planned judgements of the run that have no job yet, in order of place. */
async function selectPlanned(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  versionId: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from judgements j
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.judge_version_id = ${versionId}
      and j.run_id = ${runId}
      and not exists (select from graphile_worker._private_jobs q
        where q.key = ${`${JUDGE_TASK} ${arenaId} `} || j.id)
    order by j.place limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** SQL: answers that the check applies to and that have no result in this run. */
const unchecked = (arenaId: number, runId: number, { name, sha256, spec }: ActiveCheck) => {
  const categories = spec.categories ?? null
  return sql`
    answers a
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where a.arena_id = ${arenaId} and c.retired_at is null and p.messages is not null and p.retired_at is null
      and (${categories}::text[] is null or p.category = any (${categories}::text[]))
      and ${makesCheck(arenaId, runId, sql`${spec.required ?? false}::boolean`)}
      and not exists (select from check_results r where r.arena_id = a.arena_id and r.run_id = ${runId}
        and r.name = ${name} and r.sha256 = ${sha256} and r.answer_id = a.id)`
}

/** Answers without a result of the check that have no job yet, by id. */
async function selectUnchecked(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  check: ActiveCheck,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from ${unchecked(arenaId, runId, check)}
      and not exists (select from graphile_worker._private_jobs q
        where q.key = ${`${CHECK_TASK} ${arenaId} ${runId} ${check.sha256} `} || a.id)
    order by a.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether any answer lacks a result of the check, with or without a job. */
async function isUnchecked(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  check: ActiveCheck,
): Promise<boolean> {
  const { rows } = await sql`select from ${unchecked(arenaId, runId, check)} limit 1`.execute(db)
  return rows.length > 0
}
