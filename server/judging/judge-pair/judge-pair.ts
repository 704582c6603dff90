import type { Verdicts } from '../../../shared/contracts/index.ts'
import { findWebDocument } from '../../../shared/web-answers/web-document.ts'
import { composeJudgeRequest, drawMarker, type JudgeRequest } from '../judge-request.ts'
import { readVerdictReply } from '../read-reply.ts'
import { whyIncomplete } from '../read-verdicts.ts'
import {
  callModels,
  runCallJob,
  type CallResult,
  type JobContext,
  type ModelCall,
  eraseReplies,
} from '../../runs/index.ts'
import { causeCode, storedCause, MAX_ATTEMPTS, MAX_REPLIES } from '../../calls/index.ts'
import { SUPERSEDED } from './run-judgements.ts'
import { selectJudgementTask, type JudgementTask, type TaskAnswer } from './judgement-task.ts'
import { failJudgement, recordJudgement } from './record-judgement.ts'
import { judgeJob } from '../judging-jobs.ts'
import { failTrial, weighJudge } from '../trial/judge-trials.ts'
import { placeNamed } from '../trial/weigh-trial.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { placePictures, readPictures, type ReadPictures } from '../../pictures/index.ts'
import type { DrawnAnswers } from '../../platform/deps.ts'
import { msg } from '../../../shared/messages/index.ts'
import { queryRows, requireValue } from '../../platform/postgres/query.ts'

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

/** Counts an attempt that gave no judgement. @returns the attempts so far */
const countAttempt = (db: Db, arenaId: number, id: string): Promise<number> =>
  requireValue<number>(db)`
    update judgements set attempts = attempts + 1 where arena_id = ${arenaId} and id = ${id} returning attempts`
