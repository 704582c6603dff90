import type { Insertable } from 'kysely'
import { chunks } from '../../platform/chunks.ts'
import type { Deps } from '../../platform/deps.ts'
import type { LeftOutPairTable } from '../../platform/schema.ts'
import { planJudgements } from '../plan/index.ts'
import type { LeftOutPair, PlanWish } from '../plan/index.ts'
import { replaceLeftOut } from '../required/index.ts'
import { selectAnswerPairs, takeOverPair } from './challenge-queries.ts'
import { judgementsOf } from './challenge-run.ts'
import { challengeOf } from './challenge-wish.ts'
import { insertJudgements, lastPlace } from './judgement-queries.ts'
import { lockRuns, updateRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'

/**
 * Puts down as judgements what the run's plan asks for over the answers that are there, beside what stands already, and
 * as left out what required checks keep from judges.
 * @param isLast whether no more answers will come, so that this is all
 * @returns how many were added
 */
export async function planRun(
  { db, newId, clock }: Pick<Deps, 'db' | 'newId' | 'clock'>,
  run: Run,
  isLast: boolean,
): Promise<number> {
  const { arena_id: arenaId, id: runId } = run
  const challenge = challengeOf(run)
  const pairs = challenge ? await selectAnswerPairs(db, arenaId, challenge) : []
  const board = challenge ? null : await planJudgements(db, arenaId, run.plan as unknown as PlanWish)
  const judgements = board?.judgements ?? judgementsOf(challenge!, pairs)
  const at = clock()
  return db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    if (challenge) await takeOverPair(trx, arenaId, runId, challenge, pairs, at)
    const after = 1 + (await lastPlace(trx, arenaId))
    if (board) {
      const { leftOut, judges, failing } = board
      const left = leftOutRows(arenaId, after, leftOut, judges)
      await replaceLeftOut(trx, arenaId, [...judges.values()], failing, left)
    }
    let added = 0
    for (const part of chunks(judgements)) {
      added += await insertJudgements(
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
          climb_epoch: challenge?.epoch ?? null,
        })),
      )
    }
    if (isLast) await updateRun(trx, arenaId, runId, ['running'], { planned_at: at })
    return added
  })
}

/** A row for each criterion that the pair would have been judged by. */
function leftOutRows(
  arenaId: number,
  after: number,
  pairs: readonly LeftOutPair[],
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
