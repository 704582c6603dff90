import type { Verdicts } from '../../../shared/contracts/index.ts'
import { recordBattles } from '../../battles/index.ts'
import type { RecordedBattle } from '../../battles/index.ts'
import { recordVotes, requestRating, retractVotes } from '../../votes/index.ts'
import type { RecordedVote } from '../../votes/index.ts'
import type { JobContext } from '../../runs/index.ts'
import { mergeOrders } from '../verdicts/index.ts'
import { endJudgement, refreshLate } from './end-judgement.ts'
import { selectOutdatedVotes } from './judgement-queries.ts'
import type { PlannedPair } from './judgement-queries.ts'

/**
 * Records a judgement with verdicts in both orders. One transaction ends the judgement, casts its votes, and retracts
 * the votes of other versions of the judge on the same answers. Repeats and judgements of a climb cast no votes.
 */
export async function recordJudgement(
  context: JobContext,
  pair: PlannedPair,
  first: Verdicts,
  second: Verdicts,
): Promise<void> {
  const { db, clock, metrics, publishEvery } = context
  const { arenaId, id, repeat, climbEpoch } = pair
  const isVote = repeat === 0 && climbEpoch === null
  const now = clock()
  const { battles, votes } = votesOf(context, pair, first, second, now)
  const ended = await db.transaction().execute(async (trx) => {
    const end = await endJudgement(trx, pair, { status: 'done' }, now)
    if (!end || climbEpoch !== null) return end
    if (isVote) {
      await recordBattles(trx, battles)
      await recordVotes(trx, votes)
      await retractVotes(trx, arenaId, await selectOutdatedVotes(trx, arenaId, id), now)
    }
    // a repeat changes no board, but the judges are evaluated after the boards
    await requestRating(trx, arenaId, publishEvery, 'judges')
    return end
  })
  if (!ended) return
  if (ended.isLate) await refreshLate(context, arenaId)
  metrics.judgements.add({ outcome: 'done' })
  if (isVote) metrics.votes.add({ source: 'judge' }, votes.length)
}

function votesOf(
  { newId }: JobContext,
  { arenaId, id, judge, logprobs, form, prompt, answers }: PlannedPair,
  first: Verdicts,
  second: Verdicts,
  castAt: Date,
): { battles: RecordedBattle[]; votes: RecordedVote[] } {
  const battles: RecordedBattle[] = []
  const votes: RecordedVote[] = []
  const merged = mergeOrders(first, second, form, answers.length, logprobs === 'weigh')
  for (const [criterion, comparisons] of Object.entries(merged)) {
    for (const { left, right, outcome, inconsistent, reason } of comparisons) {
      const battle = newId()
      battles.push({
        arena_id: arenaId,
        id: battle,
        criterion,
        prompt_id: prompt.id,
        left_contestant_id: answers[left].contestantId,
        right_contestant_id: answers[right].contestantId,
        left_answer_id: answers[left].id,
        right_answer_id: answers[right].id,
        voter: judge,
        origin: 'judging',
        shown_at: castAt,
        expires_at: null,
        judgement_id: id,
      })
      votes.push({
        arena_id: arenaId,
        battle_id: battle,
        voter: judge,
        outcome,
        source: 'judge',
        inconsistent,
        reason,
        cast_at: castAt,
        recorded_at: castAt,
        import_key: null,
      })
    }
  }
  return { battles, votes }
}
