/**
 * Judging as a kind of run: what is planned becomes checks and judgements, each with a job of its own.
 * Always holds: a judgement and its votes are written in one transaction; no judgement is made twice.
 */
import { incrementRevision, type Arena } from '../../arenas/index.ts'
import type { Db } from '../../platform/schema.ts'
import { requestRating } from '../../votes/index.ts'
import {
  holdRun,
  isRunning,
  type RunKind,
  isOpen,
  readSpec,
  selectLatestRun,
  type JobContext,
  Expected,
} from '../../runs/index.ts'
import { countSkippedPairs } from '../checks/gating.ts'
import { countWork, pairOfRun } from './run-judgements.ts'
import { planRun } from './plan-run.ts'
import { CHECK_TASK, type CheckJob, JUDGE_TASK } from '../judging-jobs.ts'
import {
  areChecked,
  queueChecks,
  queueJudgements,
  selectModelsCalled,
  uncheckedAnswers,
} from './queue-work.ts'
import { requireKnownModels } from './start-run.ts'
import { PlanSpec, type PlanPart } from '../plan/plan-judgements.ts'
import { msg } from '../../../shared/messages/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { TaskList } from 'graphile-worker'
import { checkAnswers } from './check-answers.ts'
import { judgePair } from './judge-pair.ts'
import { z } from 'zod'
import { requireRow, requireValue } from '../../platform/postgres/query.ts'

/** The stored spec of a judging run. An unknown key is refused, because it might limit what money is spent on. */
const JudgingSpec = PlanSpec.extend({
  /** Set for good once the run was a tournament, which may end by what it shows, also if it goes on by another plan. */
  inStages: z.boolean().optional(),
  /** Missing in runs that were started before this was stored. */
  expected: Expected.optional(),
  callSeconds: z.number().optional(),
})
type JudgingSpec = z.infer<typeof JudgingSpec>

/** The kind of run that judges an arena, or a part of it, and checks its answers. */
export const judgingRuns: RunKind<JudgingSpec> = {
  names: ['run', 'judge'],
  spec: JudgingSpec,
  scope: ({ only }) => (only ? { contestants: only.contestants ?? null, promptIds: only.prompts } : null),
  async prepare(deps, run, room) {
    await queueChecks(deps, run, room, true)
    return areChecked(deps, run, true)
  },
  plan: planRun,
  async queue(deps, run, _, room) {
    const { db, clock } = deps
    const planned = await queueJudgements(deps, run, room)
    await queueChecks(deps, run, room, false)
    // a run that has stopped meanwhile has counted them, and its boards say so
    await db.transaction().execute(async (trx) => {
      const current = await holdRun(trx, run.arena_id, run.id)
      if (current && isRunning(current.status)) await countSkippedPairs(trx, run.arena_id, run.id, clock())
    })
    return planned
  },
  isFinished: (deps, run) => areChecked(deps, run, false),
  async count(db, run) {
    const { arena_id: arenaId, id } = run
    const [work, checks, pair] = await Promise.all([
      countWork(db, arenaId, id),
      countChecks(db, arenaId, id),
      pairOfRun(db, run),
    ])
    return { ...work, checks, pair }
  },
  modelsCalled: selectModelsCalled,
  requireModels: requireKnownModels,
  // boards also show failed judgements and skipped pairs
  async afterStop({ settings: { publishEvery } }, trx, { arena_id: arenaId, id }, _event, at) {
    await countSkippedPairs(trx, arenaId, id, at)
    await incrementRevision(trx, arenaId)
    await requestRating(trx, arenaId, publishEvery)
  },
}

/** The jobs that judging adds to a run. */
export function judgingTasks(context: JobContext): TaskList {
  return {
    [JUDGE_TASK]: (payload) => {
      const { arenaId, id } = payload as { arenaId: number; id: string }
      return judgePair(context, arenaId, id)
    },
    [CHECK_TASK]: (payload) => checkAnswers(context, payload as CheckJob),
  }
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
const countChecks = (db: Db, arenaId: number, runId: number): Promise<CheckCounts> =>
  requireRow<CheckCounts>(db)`
    select d.*, l.* from
    (select count(*) filter (where passed is not null)::int as done, count(*) filter (where passed is null)::int as failed
      from check_results where arena_id = ${arenaId} and run_id = ${runId}) d,
    (select count(*)::int as "left", (count(*) filter (where u.spec ? 'provider' and not exists (
        select from check_results r where r.arena_id = ${arenaId} and r.name = u.name and r.sha256 = u.sha256
          and r.answer_id = u.answer_id and r.passed is not null)))::int as "callsLeft"
      from (${uncheckedAnswers(arenaId, runId)}) u where u.active) l`

interface RunsOnPair {
  /** Cost of all runs on this pair alone, in US dollars. */
  spentUsd: number
  /** The part of it that the open run has cost, which would continue; 0 if a new run would start. */
  spentByOpen: number
}

/**
 * The cost of judging this pair alone so far.
 * @throws {ProblemError} invalid_request if other judging of the arena is open: a run on the pair would replace its
 *   plan
 */
export async function runsOnPair(
  db: Db,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  contestants: NonNullable<PlanPart['contestants']>,
): Promise<RunsOnPair> {
  const latest = await selectLatestRun(db, id)
  // a stopped challenge is superseded when the run starts
  const open = latest && isOpen(latest.status) && latest.kind !== 'challenge' ? latest : null
  const part = open && readSpec({ spec: JudgingSpec }, open).spec?.only?.contestants
  if (open && (!part || part.some((contestant) => !contestants.includes(contestant))))
    throw new ProblemError('invalid_request', msg('other_judging_open', { arena: slug, status: open.status }))
  return { spentUsd: await sumSpentOnPair(db, id, contestants), spentByOpen: open?.spent_usd ?? 0 }
}

/** The cost of all runs on these two contestants alone, in US dollars. */
const sumSpentOnPair = (db: Db, arenaId: number, contestants: readonly [number, number]): Promise<number> =>
  requireValue<number>(db)`
    select coalesce(sum(spent_usd), 0)::float8 as spent from runs
    where arena_id = ${arenaId} and plan->'only'->'contestants' = ${JSON.stringify(contestants)}::jsonb`
