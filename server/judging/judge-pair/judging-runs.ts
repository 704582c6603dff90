import { type Transaction, type Kysely, sql } from 'kysely'
import { touchArena, arenaById } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import { requestRating } from '../../votes/index.ts'
import { holdRun, isRunning, type RunKind, type QueueRoom, type Run, type RunDeps } from '../../runs/index.ts'
import { totalSkippedPairs, countSkippedPairs } from '../checks/gating/index.ts'
import { countJudgements, countFailures } from './progress-queries.ts'
import { JudgingSpec } from './judging-spec.ts'
import { planRun } from './plan-run.ts'
import { activeChecks, areChecked, queueChecks, queueJudgements } from './queue-work.ts'
import { requireKnownModels } from './require-known-models.ts'
import { countPlanned, selectModelsCalled, selectJudging } from './work-queries.ts'
import { addJobs } from '../../platform/jobs/jobs.ts'
import { contendersOf } from '../../sampling/index.ts'
import { drawWithFocus, type FocusDraw, type PlannedOfPair } from '../plan/index.ts'
import { judgeJob, JUDGE_TASK } from './work-jobs.ts'
import { makesCheck } from './run-part-queries.ts'

/**
 * The planned pairwise judgements of the run without a job, by criteria and pair of contestants.
 * @param limit how many of each pair at most
 */
async function selectPlannedPairs(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  versionId: number,
  limit: number,
): Promise<(PlannedOfPair & { criteria: string[] })[]> {
  const { rows } = await sql<PlannedOfPair & { criteria: string[] }>`
    select j.criteria, array[least(a.contestant_id, b.contestant_id), greatest(a.contestant_id, b.contestant_id)] as contestants,
      (array_agg(j.id::text order by j.place))[1:${limit}::integer] as judgements
    from judgements j
    join answers a on a.arena_id = j.arena_id and a.id = j.answer_ids[1]
    join answers b on b.arena_id = j.arena_id and b.id = j.answer_ids[2]
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.judge_version_id = ${versionId}
      and j.run_id = ${runId}
      and not exists (select from graphile_worker._private_jobs q
        where q.key = ${`${JUDGE_TASK} ${arenaId} `} || j.id)
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Records with which probabilities pairs were drawn. */
async function recordPairProbabilities(
  db: Kysely<Database>,
  arenaId: number,
  draws: readonly FocusDraw[],
): Promise<void> {
  await sql`
    update judgements j set pair_probability = d.probability
    from unnest(${draws.map(({ id }) => id)}::uuid[], ${draws.map((one) => one.pairProbability)}::float8[])
      as d (id, probability)
    where j.arena_id = ${arenaId} and j.id = d.id`.execute(db)
}

interface CheckCounts {
  done: number
  failed: number
  /** Results that the run still lacks for existing answers. */
  left: number
  /** How many of these need a call: no earlier run has a result for the same answer. */
  callsLeft: number
}

/** The results of checks in the run, and how many are missing. */
async function countChecks(db: Kysely<Database>, arenaId: number, runId: number): Promise<CheckCounts> {
  const { rows } = await sql<CheckCounts>`
    select d.*, l.* from
    (select count(*) filter (where passed is not null)::int as done, count(*) filter (where passed is null)::int as failed
      from check_results where arena_id = ${arenaId} and run_id = ${runId}) d,
    (select count(*)::int as "left", (count(*) filter (where k.spec ? 'provider' and not exists (
        select from check_results r where r.arena_id = k.arena_id and r.name = k.name and r.sha256 = k.sha256
          and r.answer_id = a.id and r.passed is not null)))::int as "callsLeft"
    from checks k
    join answers a on a.arena_id = k.arena_id
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where k.arena_id = ${arenaId} and k.active and c.retired_at is null
      and p.messages is not null and p.retired_at is null
      and ${makesCheck(arenaId, runId, sql`coalesce(k.spec->'required' = 'true', false)`)}
      and (k.spec->'categories' is null or coalesce(k.spec->'categories' ? p.category, false))
      and not exists (select from check_results r where r.arena_id = k.arena_id and r.run_id = ${runId}
        and r.name = k.name and r.sha256 = k.sha256 and r.answer_id = a.id)) l`.execute(db)
  return rows[0]
}

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
