import type { Insertable, Transaction } from 'kysely'
import { chunks } from '../../platform/chunks.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import type { LeftOutPairTable } from '../tables.ts'
import { lockRuns, markPlanned } from '../../runs/index.ts'
import type { Run } from '../../runs/index.ts'
import { planJudgements } from '../plan/index.ts'
import type { SkippedPair, PlannedJudgement, PlanSpec } from '../plan/index.ts'
import { replaceSkippedPairs } from '../checks/gating/index.ts'
import { insertJudgements, lastPlace } from './judgement-queries.ts'

type PlanDeps = Pick<Deps, 'db' | 'newId' | 'clock'>

/**
 * Writes down as judgements what the run's spec asks for over the answers that exist, beside what is there already, and
 * as skipped pairs what required checks keep from judges.
 * @param isLast whether no more answers will come, so that this is all
 */
export async function planRun(deps: PlanDeps, run: Run, spec: PlanSpec, isLast: boolean): Promise<void> {
  const { arena_id: arenaId } = run
  const { judgements, leftOut, judges, failing } = await planJudgements(deps.db, arenaId, spec)
  await writePlan(deps, run, isLast, async (trx, after) => {
    const rows = skippedPairRows(arenaId, after, leftOut, judges)
    await replaceSkippedPairs(trx, arenaId, [...judges.values()], failing, rows)
    return { judgements, climbEpoch: null }
  })
}

/**
 * Adds judgements to a run, behind all that the arena has, and none that exists already.
 * @param plan  what is to be added, given the place after which it comes; in the transaction that adds it
 * @param isLast  whether this is all that the run will judge
 */
export async function writePlan(
  { db, newId, clock }: PlanDeps,
  run: Run,
  isLast: boolean,
  plan: (
    trx: Transaction<Database>,
    after: number,
  ) => Promise<{ judgements: readonly PlannedJudgement[]; climbEpoch: number | null }>,
): Promise<void> {
  const { arena_id: arenaId, id: runId } = run
  const at = clock()
  await db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    const after = 1 + (await lastPlace(trx, arenaId))
    const { judgements, climbEpoch } = await plan(trx, after)
    for (const part of chunks([...judgements]))
      await insertJudgements(
        trx,
        part.map(({ versionId, criteria, form, promptId, answerIds, repeat, place }) => ({
          arena_id: arenaId,
          id: newId(),
          run_id: runId,
          judge_version_id: versionId,
          form,
          criteria,
          prompt_id: promptId,
          answer_ids: answerIds,
          repeat,
          place: after + place,
          status: 'planned' as const,
          cause: null,
          planned_at: at,
          finished_at: null,
          climb_epoch: climbEpoch,
        })),
      )
    if (isLast) await markPlanned(trx, run, at)
  })
}

/** A row for each criterion that the pair would have been judged by. */
function skippedPairRows(
  arenaId: number,
  after: number,
  pairs: readonly SkippedPair[],
  judges: ReadonlyMap<number, string>,
): Insertable<LeftOutPairTable>[] {
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
