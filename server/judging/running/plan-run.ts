import { chunks } from '../../platform/chunks.ts'
import type { Deps } from '../../platform/deps.ts'
import { planJudgements } from '../plan/index.ts'
import type { PlanWish } from '../plan/index.ts'
import { selectAnswerPairs, takeOverPair } from './challenge-queries.ts'
import { judgementsOf } from './challenge-run.ts'
import { challengeOf } from './challenge-wish.ts'
import { insertJudgements, lastPlace } from './judgement-queries.ts'
import { lockRuns, updateRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'

/**
 * Puts down as judgements what the run's plan asks for over the answers that are there, beside what stands already.
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
  const judgements = challenge
    ? judgementsOf(challenge, pairs)
    : (await planJudgements(db, arenaId, run.plan as unknown as PlanWish)).judgements
  const at = clock()
  return db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    if (challenge) await takeOverPair(trx, arenaId, runId, challenge, pairs, at)
    let place = await lastPlace(trx, arenaId)
    let added = 0
    for (const part of chunks(judgements)) {
      added += await insertJudgements(
        trx,
        part.map(({ versionId, criteria, form, promptId, answerIds, repeat }) => ({
          arena_id: arenaId,
          id: newId(),
          run_id: runId,
          judge_version_id: versionId,
          form,
          criteria,
          prompt_id: promptId,
          answer_ids: answerIds,
          repeat,
          place: ++place,
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
