import type { Run } from '../../runs/tables.ts'
import type { Insertable } from 'kysely'
import { chunks } from '../../platform/postgres/rows.ts'
import { queryValue } from '../../platform/postgres/query.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import type { SkippedPairTable } from '../tables.ts'
import { lockRuns, markPlanned } from '../../runs/index.ts'
import { unpackJudgements, type SkippedPair, type PlannedJudgement } from '../plan/planned.ts'
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
    const rows = skippedPairRows(arenaId, after, skipped, judges)
    await replaceSkippedPairs(trx, arenaId, [...judges.values()], failing, rows)
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
    const last = await queryValue<number>(trx)`
      select coalesce(max(place), 0) from judgements where arena_id = ${arenaId}`
    const { judgements, climbEpoch } = await plan(trx, last + 1)
    let added = 0
    for (const part of chunks(judgements)) {
      const [{ numInsertedOrUpdatedRows: rows }] = await trx
        .insertInto('judgements')
        .values(
          part.map(({ versionId, criteria, form, promptId, answerIds, repeat, place, isLive = false }) => ({
            arena_id: arenaId,
            id: newId(),
            run_id: runId,
            judge_version_id: versionId,
            form,
            criteria,
            prompt_id: promptId,
            answer_ids: answerIds,
            repeat,
            place: last + 1 + place,
            status: 'planned' as const,
            cause: null,
            planned_at: now,
            finished_at: null,
            climb_epoch: climbEpoch,
            live: isLive,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      added += Number(rows)
    }
    const isPlanned = isComplete(added)
    if (isPlanned) await markPlanned(trx, run, now)
    return isPlanned
  })
}

/** One row for each criterion under which the pair would have been judged. */
function skippedPairRows(
  arenaId: number,
  after: number,
  pairs: readonly SkippedPair[],
  judges: ReadonlyMap<number, string>,
): Insertable<SkippedPairTable>[] {
  return pairs.flatMap(({ versionId, criteria, promptId, answerIds, passes, checks, place }) =>
    criteria.map((criterion) => ({
      arena_id: arenaId,
      judge: judges.get(versionId)!,
      criterion,
      prompt_id: promptId,
      lesser_answer_id: answerIds[0],
      greater_answer_id: answerIds[1],
      lesser_passes: passes[0],
      greater_passes: passes[1],
      checks,
      place: after + place,
      counted_at: null,
    })),
  )
}
