/** How a judgement ends: with votes, or failed. */
import type { Verdicts } from '../../../shared/contracts/index.ts'
import { incrementRevision } from '../../arenas/index.ts'
import { recordBattles, type RecordedBattle } from '../../battles/index.ts'
import type { LiveOutcomes } from '../../platform/documents.ts'
import { queryColumn, queryValue } from '../../platform/postgres/query.ts'
import type { Trx } from '../../platform/schema.ts'
import { holdRun, isRunning, type JobContext } from '../../runs/index.ts'
import { recordVotes, requestRating, retractVotes, type RecordedVote } from '../../votes/index.ts'
import { countSkippedPairs } from '../checks/gating.ts'
import { mergeOrders } from '../merge-orders.ts'
import type { JudgementTask } from './judgement-task.ts'
import { SUPERSEDED } from './run-judgements.ts'

/**
 * Records a judgement with verdicts in both orders. One transaction ends the judgement, casts its votes, and retracts
 * the votes of other versions of the judge on the same answers. Repeats and judgements of a climb or a live battle cast no
 * votes.
 */
export async function recordJudgement(
  context: JobContext,
  pair: JudgementTask,
  readSource: boolean,
  first: Verdicts,
  second: Verdicts,
): Promise<void> {
  const {
    db,
    clock,
    services: { metrics },
    settings: { publishEvery },
  } = context
  const { arenaId, id, repeat, climbEpoch, isLive } = pair
  const isVote = repeat === 0 && climbEpoch === null && !isLive
  const now = clock()
  const { battles, votes } = votesFromVerdicts(context, pair, first, second, now)
  const ended = await db.transaction().execute(async (trx) => {
    const outcomes = isLive ? JSON.stringify(liveOutcomes(battles, votes)) : null
    const end = await endJudgement(trx, pair, { status: 'done', outcomes, readSource }, now)
    if (!end || climbEpoch !== null) return end
    if (isVote) {
      await recordBattles(trx, battles)
      await recordVotes(trx, votes)
      await retractVotes(trx, arenaId, await selectOutdatedVotes(trx, arenaId, id), now)
    }
    // a repeat or a live battle changes no board, but the judges are evaluated after the boards
    await requestRating(trx, arenaId, publishEvery, 'judges')
    return end
  })
  if (!ended) return
  if (ended.isLate) await refreshLate(context, arenaId)
  metrics.judgements.inc({ outcome: 'done' })
  if (isVote) metrics.votes.inc({ source: 'judge' }, votes.length)
}

function votesFromVerdicts(
  { chance: { newId } }: JobContext,
  { arenaId, id, judge, form, prompt, answers }: JudgementTask,
  first: Verdicts,
  second: Verdicts,
  castAt: Date,
): { battles: RecordedBattle[]; votes: RecordedVote[] } {
  const battles: RecordedBattle[] = []
  const votes: RecordedVote[] = []
  const merged = mergeOrders(first, second, form, answers.length)
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

/** What the votes would be, which a judgement of a live battle keeps to itself. Left is the answer shown first. */
const liveOutcomes = (battles: readonly RecordedBattle[], votes: readonly RecordedVote[]): LiveOutcomes =>
  Object.fromEntries(
    votes.map(({ outcome, inconsistent }, i) => [
      battles[i].criterion,
      { outcome, inconsistent: inconsistent === true },
    ]),
  )

/**
 * The votes of other versions of the judge on the same answers. For each judge, criterion and pair of answers only
 * the vote of the version that judged last counts.
 * @returns their ids
 */
const selectOutdatedVotes = (trx: Trx, arenaId: number, judgementId: string): Promise<number[]> =>
  queryColumn<number>(trx)`
    with judged as (
      select distinct b.voter, b.criterion, b.prompt_id, least(b.left_answer_id, b.right_answer_id) as lesser,
        greatest(b.left_answer_id, b.right_answer_id) as greater
      from battles b where b.arena_id = ${arenaId} and b.judgement_id = ${judgementId}),
    current_votes as (
      select v.id, j.judge_version_id as version,
        first_value(j.judge_version_id) over (partition by b.criterion, s.lesser, s.greater order by v.id desc) as last
      from judged s
      join battles b on b.arena_id = ${arenaId} and b.prompt_id = s.prompt_id and b.voter = s.voter
        and b.criterion = s.criterion and b.judgement_id is not null
        and least(b.left_answer_id, b.right_answer_id) = s.lesser
        and greatest(b.left_answer_id, b.right_answer_id) = s.greater
      join judgements j on j.arena_id = ${arenaId} and j.id = b.judgement_id
      join votes v on v.arena_id = ${arenaId} and v.battle_id = b.id
      where not exists (select from retractions t where t.arena_id = ${arenaId} and t.vote_id = v.id))
    select id from current_votes where version <> last`

/**
 * Ends a judgement.
 * @returns null if it has ended already; otherwise whether its run had stopped before. Boards then need `refreshLate`
 *   after the transaction: they were refreshed when the run stopped, before pairs that this end skips were counted
 */
async function endJudgement(
  trx: Trx,
  { arenaId, id, runId: knownRunId }: Pick<JudgementTask, 'arenaId' | 'id' | 'runId'>,
  end: JudgementEnd,
  endedAt: Date,
): Promise<{ isLate: boolean } | null> {
  // the run is locked first, as in every change of status: a run that stops meanwhile sees this end, or its new
  // status is read here
  const heldRun = await holdRun(trx, arenaId, knownRunId)
  const runId = await markEnded(trx, arenaId, id, end, endedAt)
  if (runId === undefined) return null
  // another run may have taken the judgement over
  const run = runId === knownRunId ? heldRun : await holdRun(trx, arenaId, runId)
  // a judgement that was under way when its run stopped ends after the skipped pairs were counted
  const isLate = !run || !isRunning(run.status)
  if (isLate) await countSkippedPairs(trx, arenaId, runId, endedAt)
  return { isLate }
}

/** Requests new boards after a judgement that ended late. It locks the arena, so it cannot be part of that transaction. */
const refreshLate = (
  { db, settings: { publishEvery } }: Pick<JobContext, 'db' | 'settings'>,
  arenaId: number,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await incrementRevision(trx, arenaId)
    await requestRating(trx, arenaId, publishEvery)
  })

/** Ends the judgement as failed: it casts no vote, and the board counts the failure. */
export async function failJudgement(context: JobContext, pair: JudgementTask, cause: string): Promise<void> {
  const {
    db,
    clock,
    services: { metrics },
  } = context
  const ended = await db
    .transaction()
    .execute((trx) => endJudgement(trx, pair, { status: 'failed', cause }, clock()))
  if (ended?.isLate) await refreshLate(context, pair.arenaId)
  if (ended && cause !== SUPERSEDED) metrics.judgements.inc({ outcome: 'failed' })
}

interface JudgementEnd {
  status: 'done' | 'failed'
  /** Why it failed. */
  cause?: string | null
  /** Of a live battle, as JSON. */
  outcomes?: string | null
  readSource?: boolean | null
}

/**
 * Ends a judgement and stores the model that its provider named in the last reply. A usable reply counts before an unusable one,
 * because its verdict is the one that votes.
 * @returns the id of its run; undefined if the judgement has ended already
 */
const markEnded = (
  trx: Trx,
  arenaId: number,
  id: string,
  { status, cause = null, outcomes = null, readSource = null }: JudgementEnd,
  finishedAt: Date,
): Promise<number | undefined> =>
  queryValue<number | undefined>(trx)`
    update judgements set status = ${status}, cause = ${cause}, outcomes = ${outcomes}::jsonb,
      read_source = coalesce(${readSource}::boolean, read_source), finished_at = ${finishedAt}::timestamptz,
      served_model = (select c.model_reported from calls c
        where c.arena_id = ${arenaId} and c.judgement_id = ${id} and c.model_reported <> ''
        order by c.status = 'ok' desc, c.id desc limit 1),
      txid = pg_current_xact_id()
    where arena_id = ${arenaId} and id = ${id} and status = 'planned' returning run_id`
