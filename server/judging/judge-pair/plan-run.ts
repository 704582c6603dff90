import { sql } from 'kysely'
import { chunks } from '../../platform/postgres/rows.ts'
import { requireValue } from '../../platform/postgres/query.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import { lockRuns, markPlanned, type Run } from '../../runs/index.ts'
import { unpackJudgements, type PlannedJudgement } from '../plan/planned.ts'
import { isInStages, planJudgements, type PlanSpec } from '../plan/plan-judgements.ts'
import { replaceSkippedPairs } from '../checks/gating.ts'
import { countJudgements, takeOverPair, type JudgedPair } from './run-judgements.ts'

type PlanDeps = Pick<Deps, 'db' | 'chance' | 'clock'>

/**
 * Plans the judgements that the spec asks for over the answers that exist, and records skipped pairs. Existing
 * judgements stay. Of a tournament it plans a stage once nothing of the stage before is left.
 * @param isLast  whether all answers are made
 * @returns whether the plan is complete
 */
export async function planRun(deps: PlanDeps, run: Run, spec: PlanSpec, isLast: boolean): Promise<boolean> {
  const { arena_id: arenaId } = run
  const inStages = isInStages(spec)
  if (inStages && (!isLast || (await isStageOpen(deps.db, run)))) return false
  const plan = await planJudgements(deps.db, arenaId, spec, run.id)
  const { skipped, judges, failing, live } = plan
  // with all judges stopped nothing would change until somebody lets them go on
  if (inStages && [...judges.keys()].every((version) => run.stopped_judges?.[version])) return true
  const isComplete = (added: number) => isLast && (!inStages || added === 0)
  return writePlan(deps, run, isComplete, async (trx, after) => {
    await replaceSkippedPairs(trx, arenaId, judges, failing, skipped, after)
    const judgements = [...unpackJudgements(plan)]
    const ofSet = judgements.length + skipped.length
    for (const [i, judgement] of live.entries()) judgements.push({ ...judgement, place: ofSet + i })
    return { judgements, climbEpoch: null }
  })
}

/** Whether judgements of the run are planned that no stopped judge keeps from being made. */
async function isStageOpen(db: Db, { arena_id: arenaId, id }: Run): Promise<boolean> {
  const { planned, setAside } = await countJudgements(db, arenaId, id)
  return planned > setAside
}

/**
 * Plans judgements of two contestants in a climb. Those that earlier runs of the climb left move to this run.
 * @param isLast  whether all answers are made, so that the plan is complete
 */
export const planPair = (
  deps: PlanDeps,
  run: Run,
  pair: JudgedPair,
  judgements: readonly PlannedJudgement[],
  isLast: boolean,
): Promise<boolean> =>
  writePlan(
    deps,
    run,
    () => isLast,
    async (trx) => {
      await takeOverPair(trx, run.arena_id, run.id, pair, deps.clock())
      return { judgements, climbEpoch: pair.epoch }
    },
  )

/**
 * Adds judgements to a run, after all others of the arena. Existing ones are not added again.
 * @param plan  returns the judgements to add; called in the transaction that adds them, with the place to start
 *   after
 * @param isComplete  whether the plan is complete with so many more
 * @returns the same
 */
async function writePlan(
  { db, chance: { newId }, clock }: PlanDeps,
  run: Run,
  isComplete: (added: number) => boolean,
  plan: (
    trx: Trx,
    after: number,
  ) => Promise<{ judgements: Iterable<PlannedJudgement>; climbEpoch: number | null }>,
): Promise<boolean> {
  const { arena_id: arenaId, id: runId } = run
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    const last = await requireValue<number>(trx)`
      select coalesce(max(place), 0) from judgements where arena_id = ${arenaId}`
    const { judgements, climbEpoch } = await plan(trx, last + 1)
    let added = 0
    for (const part of chunks(judgements)) {
      const rows = part.map((judgement) => ({ id: newId(), ...judgement }))
      const { numAffectedRows } = await sql`
        insert into judgements (arena_id, id, run_id, judge_version_id, form, criteria, prompt_id, answer_ids, repeat, place,
          status, planned_at, climb_epoch, live)
        select ${arenaId}, j.id, ${runId}, j."versionId", j.form, j.criteria, j."promptId", j."answerIds", j.repeat,
          ${last + 1}::integer + j.place, 'planned', ${now}::timestamptz, ${climbEpoch}::integer, coalesce(j."isLive", false)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as j (id uuid, "versionId" integer, form text, criteria text[],
          "promptId" integer, "answerIds" integer[], repeat integer, place integer, "isLive" boolean)
        on conflict do nothing`.execute(trx)
      added += Number(numAffectedRows)
    }
    const isPlanned = isComplete(added)
    if (isPlanned) await markPlanned(trx, run, now)
    return isPlanned
  })
}
