import type { JudgeTrial, Verdicts, Message, ReplyForm, Rubric } from '../../../shared/contracts/index.ts'
import { findWebDocument } from '../../../shared/web-answers/web-document.ts'
import { composeJudgeRequest, drawMarker, type JudgeRequest } from '../judge-request.ts'
import { readVerdictReply } from '../read-reply.ts'
import { whyIncomplete } from '../read-verdicts.ts'
import { mergeOrders } from '../merge-orders.ts'
import {
  callModels,
  runCallJob,
  holdRun,
  isRunning,
  type CallResult,
  type JobContext,
  type ModelCall,
  eraseReplies,
} from '../../runs/index.ts'
import { causeCode, storedCause, MAX_ATTEMPTS, MAX_REPLIES } from '../../calls/index.ts'
import { SUPERSEDED } from './run-judgements.ts'
import { judgeJob } from '../judging-jobs.ts'
import { failTrial, weighJudge } from '../trial/judge-trials.ts'
import { placeNamed } from '../trial/weigh-trial.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/schema.ts'
import { placePictures, readPictures, type ReadPictures } from '../../pictures/index.ts'
import type { DrawnAnswers } from '../../platform/deps.ts'
import { recordBattles, runsWebAnswers, type RecordedBattle } from '../../battles/index.ts'
import { recordVotes, requestRating, retractVotes, type RecordedVote } from '../../votes/index.ts'
import { incrementRevision, type ArenaProvider } from '../../arenas/index.ts'
import { countSkippedPairs } from '../checks/gating.ts'
import { msg } from '../../../shared/messages/index.ts'
import { queryColumn, queryRow, queryRows, queryValue, requireValue } from '../../platform/postgres/query.ts'
import type { LiveOutcomes } from '../../platform/documents.ts'
import type { AnswerContent } from '../../answers/index.ts'

const SHOWN = ['first', 'second'] as const
type ShownOrder = (typeof SHOWN)[number]

/**
 * The job of one judgement. It calls the model for each order that has no verdicts yet, both at the same time, and
 * records the judgement once both are there, and the judge has passed its trial. Both calls are reserved in the budget
 * together. Running the job twice sends no call twice.
 */
export async function judgePair(context: JobContext, arenaId: number, id: string): Promise<void> {
  const pair = await selectJudgementTask(context.db, arenaId, id)
  if (!pair) return
  if ((pair.isLive && (await isErased(context, pair))) || !pair.isCurrent)
    return failJudgement(context, pair, SUPERSEDED)
  // it was queued before its judge was stopped; a new trial queues what it asks for
  if (pair.trial === 'failed') return
  const { provider } = pair
  const call = judgementCall(pair)
  let hasNoCompletion = false
  const callJob = {
    call,
    provider,
    earlier: pair.calls,
    retryJob: (waitMs: number) => judgeJob(pair, provider, waitMs),
    async attempts() {
      const attempts = await countAttempt(context.db, arenaId, id)
      return hasNoCompletion && attempts >= MAX_REPLIES ? MAX_ATTEMPTS : attempts
    },
    async giveUp(cause: string) {
      // what is wrong with one request says nothing of the judge: the trial goes on with another prompt
      const isTrialFailed =
        pair.trial === 'open' && hasNoCompletion && (await failTrial(context, pair, cause))
      if (!isTrialFailed) await failJudgement(context, pair, cause)
    },
  }
  await runCallJob(context, callJob, async (endpoint) => {
    const pictures = pair.rubric.shows.includes('pictures') ? await picturesFor(context, pair) : null
    const readSource = await recordSourceOnly(context, pair, pictures)
    const orders = SHOWN.map((shownOrder) => planOrder(context, pair, shownOrder, pictures))
    const results = await resolveOrders(orders, (calls) => callModels(context, endpoint, calls))
    const isComplete = results.every(({ outcome }) => outcome === 'ok')
    if (pair.isLive && (await isErased(context, pair)) && !isComplete) {
      await failJudgement(context, pair, SUPERSEDED)
      return null
    }
    const [first, second] = results
    const trial = await weighResults(context, pair, results)
    if (trial === 'failed') return null
    if (first.outcome === 'ok' && second.outcome === 'ok') {
      // it is recorded once the judge has passed
      if (trial === 'open') return null
      await recordJudgement(context, pair, readSource, first.value, second.value)
      return null
    }
    const unfit = results.find((order) => order.outcome === 'unfit')
    if (unfit) {
      await failJudgement(context, pair, unfit.cause)
      return null
    }
    const failedResult = mostSevereFailure(pair, results)
    if (trial !== 'open' || failedResult.outcome !== 'failed') return failedResult
    // what a trial asks for next depends on all its replies
    if (failedResult.failure.kind === 'unusable') return null
    hasNoCompletion =
      failedResult.failure.finding?.code === 'provider_no_completion' &&
      pair.calls.every(({ cause }) => causeCode(cause ?? '') === 'server_error')
    // a key or an account is of the provider: it stops the run, as a model that is not there stops its judge
    const isJudgesFault = causeCode(failedResult.failure.cause) === 'model_unknown'
    return isJudgesFault && (await failTrial(context, pair, failedResult.failure.cause)) ? null : failedResult
  })
}

/** Weighs what a judge has replied: all in a trial, and later what may be a reason to stop it. @returns the state of its trial */
async function weighResults(
  context: JobContext,
  pair: JudgementTask,
  results: readonly OrderResult[],
): Promise<JudgementTask['trial']> {
  const [first, second] = results
  const isUsual =
    first?.outcome === 'ok' && second?.outcome === 'ok'
      ? placeNamed(first.value, second.value) === null
      : !results.some(
          (order) => order.outcome === 'failed' && UNUSABLE_CAUSES.has(causeCode(order.failure.cause)),
        )
  return pair.trial === null || (pair.trial === 'passed' && isUsual) ? pair.trial : weighJudge(context, pair)
}

const judgementCall = ({ arenaId, runId, id, versionId, provider, model }: JudgementTask) => ({
  arenaId,
  runId,
  purpose: 'judgement' as const,
  judgementId: id,
  judgeVersionId: versionId,
  provider: provider.name,
  model,
})

/**
 * Whether the texts of a live battle are erased. Judges may have been reading them: then what replies quote goes as well.
 * Whoever erases has the lock of the prompt first, and then erases the replies that are there.
 */
const isErased = (
  { db }: Pick<JobContext, 'db'>,
  { arenaId, prompt, answers }: JudgementTask,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const rows = await queryRows<{ isErased: boolean }>(
      trx,
    )`select erased_at is not null as "isErased" from prompts
      where arena_id = ${arenaId} and id = ${prompt.id} for share`
    const ids = answers.map(({ id }) => id)
    if (rows[0].isErased) await eraseReplies(trx, arenaId, ids)
    return rows[0].isErased
  })

type OrderResult =
  | CallResult<Verdicts>
  | { outcome: 'ok'; value: Verdicts }
  /** The rubric cannot be used for this prompt and these answers. */
  | { outcome: 'unfit'; cause: string }

/** An order as far as it is known before any call. */
type Order = OrderResult | { outcome: 'to_call'; modelCall: ModelCall<Verdicts> }

/** Makes the missing calls: all of them or none, because one order alone gives no vote. */
async function resolveOrders(
  orders: Order[],
  call: (modelCalls: ModelCall<Verdicts>[]) => Promise<CallResult<Verdicts>[]>,
): Promise<OrderResult[]> {
  const modelCalls = orders.flatMap((order) => (order.outcome === 'to_call' ? [order.modelCall] : []))
  const isUnfit = orders.some(({ outcome }) => outcome === 'unfit')
  const results = isUnfit ? [] : await call(modelCalls)
  return orders.map((order) =>
    order.outcome === 'to_call' ? (results.shift() ?? { outcome: 'not_made', mostUsd: 0 }) : order,
  )
}

/** One order: its verdicts if an earlier call gave them, else the call to make. */
function planOrder(
  context: JobContext,
  pair: JudgementTask,
  shownOrder: ShownOrder,
  pictures: Pictures | null,
): Order {
  const { rubric, form, criteria, model, params, answers, calls, replyForm } = pair
  const earlier = calls.find((call) => call.shown === shownOrder && call.status === 'ok')
  if (earlier?.verdicts) return { outcome: 'ok', value: earlier.verdicts }
  const composed = composeRequest(context, pair, shownOrder, pictures)
  if ('unfit' in composed) return { outcome: 'unfit', cause: `unfit: ${composed.unfit}` }
  const { system, messages, schema, marker } = composed
  const expected = { form, criteria, count: answers.length, reason: rubric.reason, marker, replyForm }
  const read: ModelCall<Verdicts>['read'] = async ({ text, finishReason }) => {
    const unusable = whyIncomplete(finishReason)
    if (unusable) return { unusable }
    const reading = await readVerdictReply(text, expected)
    if ('unreadable' in reading) return { unusable: `unreadable: ${reading.unreadable}` }
    return { value: reading.verdicts, verdicts: reading.verdicts }
  }
  const request = {
    model,
    params,
    system,
    messages,
    ...(schema && { schema }),
    ...(pictures && {
      pictures: [...placePictures(messages.at(-1)!.content, pictures.named), ...composed.pictures].sort(
        (a, b) => a.at - b.at,
      ),
    }),
  }
  return {
    outcome: 'to_call',
    modelCall: {
      call: { ...judgementCall(pair), shown: shownOrder },
      request,
      read,
      ...(pair.isLive && { isDue: async () => !(await isErased(context, pair)) }),
    },
  }
}

/** The request for one order, or why it cannot be made. If the marker occurs in a text, a second one is drawn. */
function composeRequest(
  { chance: { random } }: JobContext,
  { rubric, form, criteria, prompt, answers, replyForm }: JudgementTask,
  shownOrder: ShownOrder,
  pictures: Pictures | null,
): (JudgeRequest & { marker: string }) | { unfit: string } {
  const { messages, reference, context } = prompt
  const toShow = {
    rubric,
    form,
    criteria,
    replyForm,
    prompt: { messages: messages ?? [], reference, context },
    answers: (shownOrder === 'first' ? answers : answers.toReversed()).map((answer) => ({
      ...shownAnswer(answer),
      drawn: pictures?.drawn.get(answer.id),
    })),
  }
  let unfit = ''
  for (const marker of [drawMarker(random), drawMarker(random)]) {
    try {
      return { ...composeJudgeRequest({ ...toShow, marker }), marker }
    } catch (error) {
      unfit = (error as Error).message
    }
  }
  return { unfit }
}

const FAILURES_BY_SEVERITY = ['closed', 'wrong', 'transient', 'unusable', 'away', 'given_up'] as const

/** The failure that decides what follows for both orders. */
function mostSevereFailure({ calls, judge, model }: JudgementTask, orders: OrderResult[]) {
  const failures = orders.flatMap((order) => (order.outcome === 'failed' ? [order.failure] : []))
  const mostSevere = FAILURES_BY_SEVERITY.map((kind) =>
    failures.find((failure) => failure.kind === kind),
  ).find(Boolean)
  if (!mostSevere) {
    const most = orders.map((order) => (order.outcome === 'not_made' ? order.mostUsd : 0))
    return { outcome: 'not_made' as const, mostUsd: Math.max(...most) }
  }
  const hopeless = orders.flatMap((order, i) =>
    order.outcome === 'failed' &&
    order.failure.kind === 'unusable' &&
    countUnusableReplies(calls, i) >= MAX_REPLIES - 1
      ? [order.failure]
      : [],
  )[0]
  const retryAfterMs = Math.max(0, ...failures.map((failure) => failure.retryAfterMs ?? 0))
  const failure =
    mostSevere.kind !== 'closed'
      ? (hopeless ?? mostSevere)
      : causeCode(mostSevere.cause) === 'timeout' && mostSevere.finding
        ? {
            ...mostSevere,
            ...storedCause('timeout', msg('judge_silent', { judge, model, why: mostSevere.finding })),
          }
        : mostSevere
  return {
    outcome: 'failed' as const,
    callId: 0,
    failure: { ...failure, retryAfterMs },
    isHopeless: hopeless !== undefined,
  }
}

const UNUSABLE_CAUSES = new Set(['cut_off', 'unreadable', 'empty', 'refusal', 'too_large'])

/** How many unusable replies an order has had. */
const countUnusableReplies = (calls: JudgementTask['calls'], order: number): number =>
  calls.filter(
    ({ shown, cause, counts }) =>
      counts && shown === SHOWN[order] && UNUSABLE_CAUSES.has(causeCode(cause ?? '')),
  ).length

/** What a judge that sees is sent beside the texts. */
interface Pictures {
  named: ReadPictures
  drawn: DrawnAnswers
}

async function picturesFor(context: JobContext, pair: JudgementTask): Promise<Pictures> {
  const { arenaId, answers, showsPages } = pair
  const pages = showsPages ? answers.map((answer) => ({ id: answer.id, ...shownAnswer(answer) })) : []
  const draw = context.services.hooks.find(({ drawAnswers }) => drawAnswers)?.drawAnswers
  return {
    named: await readPictures(context.db, arenaId, textsWithPictures(pair)),
    drawn: (await draw?.(context, arenaId, pages, context.abortSignal)) ?? new Map(),
  }
}

/**
 * Whether a page that people see run is sent as its source alone, or was to an order that has its verdicts: a page may be
 * drawn between two orders. What is sent is noted first.
 */
async function recordSourceOnly(
  { db }: JobContext,
  pair: JudgementTask,
  pictures: Pictures | null,
): Promise<boolean> {
  const { arenaId, id, showsPages, answers, calls } = pair
  if (!showsPages) return false
  const isNow = answers.some((answer) =>
    shownAnswer(answer).turns.some(
      (text, turn) => findWebDocument(text) && !pictures?.drawn.get(answer.id)?.[turn]?.length,
    ),
  )
  const reads = isNow || (pair.isSourceOnly === true && calls.some(({ verdicts }) => verdicts))
  if (reads !== pair.isSourceOnly)
    await sql`update judgements set read_source = ${reads}
      where arena_id = ${arenaId} and id = ${id} and status = 'planned'`.execute(db)
  return reads
}

/** All that may name pictures. */
const textsWithPictures = ({ prompt, answers }: JudgementTask): string[] => [
  ...(prompt.messages ?? []).map(({ content }) => content),
  ...(prompt.reference === null ? [] : [prompt.reference]),
  ...answers.flatMap(({ turns, text }) => turns ?? [text ?? '']),
]

const shownAnswer = ({ text, turns, context, transcript }: TaskAnswer) => ({
  turns: turns ?? [text ?? ''],
  context,
  transcript,
})

/** A planned judgement; undefined if it has ended or was removed. */
const selectJudgementTask = (db: Db, arenaId: number, id: string): Promise<JudgementTask | undefined> =>
  queryRow<JudgementTask>(db)`
    -- Postgres plans two small joins in a third of the time of one large one, and does so for each judgement
    with planned as materialized (
      select j.*, v.judge, v.model, v.params, v.sha256, v.rubric_sha256, v.provider, v.trial, g.active, g.version_sha256,
        (select ${runsWebAnswers} from arenas where id = j.arena_id) as web
      from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join judges g on g.arena_id = v.arena_id and g.name = v.judge
      where j.arena_id = ${arenaId} and j.id = ${id} and j.status = 'planned')
    select j.arena_id as "arenaId", j.id, j.run_id as "runId", j.form, j.criteria, j.repeat, j.attempts,
      j.climb_epoch as "climbEpoch", j.live as "isLive", j.read_source as "isSourceOnly",
      j.judge_version_id as "versionId", j.judge, j.model, j.params, j.web as "showsPages",
      j.trial->>'state' as trial, coalesce(j.trial->>'form', 'schema') as "replyForm", r.rubric, to_jsonb(o) as provider,
      jsonb_build_object('id', p.id, 'messages', p.messages, 'reference', coalesce(f.reference, p.reference), 'context', p.context) as prompt,
      (select jsonb_agg(jsonb_build_object('id', a.id, 'contestantId', a.contestant_id, 'text', a.text, 'turns', a.turns,
          'context', a.context, 'transcript', a.transcript) order by array_position(j.answer_ids, a.id))
        from answers a where a.arena_id = j.arena_id and a.id = any (j.answer_ids)) as answers,
      j.active and case when j.live then p.erased_at is null and not exists (select from answers a
          where a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.erased_at is not null)
        else p.retired_at is null end and (j.version_sha256 = j.sha256
        -- a climb has a rubric of its own, frozen for its epoch
        or j.climb_epoch is not null and exists (select from judge_versions w where w.arena_id = j.arena_id
          and w.judge = j.judge and w.sha256 = j.version_sha256 and w.model = j.model and w.params = j.params))
        and (j.climb_epoch is not null or not exists (select from leaks l where l.arena_id = j.arena_id
          and l.released_at is null and (l.answer_id = any (j.answer_ids) or l.prompt_id = j.prompt_id))) as "isCurrent",
      coalesce((select jsonb_agg(jsonb_build_object('shown', c.shown, 'status', c.status, 'cause', c.cause,
          'verdicts', c.verdicts, 'counts', c.started_at >= j.planned_at) order by c.id)
        from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id), '[]') as calls
    from planned j
    join rubrics r on r.arena_id = j.arena_id and r.sha256 = j.rubric_sha256
    join providers o on o.arena_id = j.arena_id and o.name = j.provider
    join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
    left join climb_references f on f.arena_id = j.arena_id and f.epoch = j.climb_epoch and f.prompt_id = j.prompt_id`

/** Counts an attempt that gave no judgement. @returns the attempts so far */
const countAttempt = (db: Db, arenaId: number, id: string): Promise<number> =>
  requireValue<number>(db)`
    update judgements set attempts = attempts + 1 where arena_id = ${arenaId} and id = ${id} returning attempts`

/**
 * Records a judgement with verdicts in both orders. One transaction ends the judgement, casts its votes, and retracts
 * the votes of other versions of the judge on the same answers. Repeats and judgements of a climb or a live battle cast no
 * votes.
 */
async function recordJudgement(
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
async function failJudgement(context: JobContext, pair: JudgementTask, cause: string): Promise<void> {
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

/** Everything that the job of one judgement needs. */
interface JudgementTask {
  arenaId: number
  id: string
  runId: number
  form: 'pairwise' | 'listwise'
  criteria: string[]
  repeat: number
  attempts: number
  versionId: number
  judge: string
  /** The state of the judge's trial; null: it has none. */
  trial: JudgeTrial['state'] | null
  replyForm: ReplyForm
  /** The epoch of the climb that it belongs to, whose judgements cast no votes; null if it belongs to none. */
  climbEpoch: number | null
  /** Whether it is of a live battle, and casts no vote. */
  isLive: boolean
  /** Whether the judge is still active in this version and the prompt is still in use, or the live battle has its texts. */
  isCurrent: boolean
  /** Whether people see its answers run that are pages. */
  showsPages: boolean
  /** Whether a page was sent as its source alone; null: nothing was sent. */
  isSourceOnly: boolean | null
  model: string
  params: Record<string, unknown>
  rubric: Rubric
  provider: ArenaProvider
  prompt: { id: number; messages: Message[] | null; reference: string | null; context: string[] | null }
  /** As the judge sees them in the first order. */
  answers: TaskAnswer[]
  /** The results of earlier calls. */
  calls: {
    shown: 'first' | 'second'
    status: string
    cause: string | null
    verdicts: Verdicts | null
    /** Whether it counts as an attempt: calls from before the judgement was planned again do not. */
    counts: boolean
  }[]
}

interface TaskAnswer extends AnswerContent {
  id: number
  contestantId: number
}
