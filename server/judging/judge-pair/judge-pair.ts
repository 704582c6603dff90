import type { Verdicts } from '../../../shared/contracts/index.ts'
import { composeJudgeRequest, drawMarker } from '../requests/index.ts'
import type { JudgeRequest } from '../requests/index.ts'
import { readVerdicts, withProbabilities } from '../verdicts/index.ts'
import {
  block,
  callModels,
  endIfExhausted,
  INTERNAL,
  MOST_ATTEMPTS,
  MOST_REPLIES,
  orRethrow,
  requeue,
  settleAbandoned,
  unusable,
  waitAfter,
  causeCode,
} from '../../runs/index.ts'
import type {
  CallFailure,
  CallResult,
  Endpoint,
  JobContext,
  ModelCall,
  ReplyReader,
} from '../../runs/index.ts'
import { failJudgement } from './end-judgement.ts'
import { countAttempt, selectPlannedPair } from './judgement-queries.ts'
import type { PlannedPairAnswer, PlannedPair } from './judgement-queries.ts'
import { recordJudgement } from './record-judgement.ts'
import { SUPERSEDED } from './planned-queries.ts'
import { judgeJob } from './work-jobs.ts'

type ShownOrder = 'first' | 'second'

/**
 * The job of one judgement. It calls the model for each order that has no verdicts yet, both at the same time, and
 * records the judgement once both are there. Both calls are reserved in the budget together. Running the job twice
 * sends no call twice.
 */
export async function judgePair(context: JobContext, arenaId: number, id: string): Promise<void> {
  const { db, clock } = context
  const pair = await selectPlannedPair(db, arenaId, id)
  if (!pair) return
  if (!pair.current) return failJudgement(context, pair, SUPERSEDED)
  const endpoint = context.endpoints.acquire(pair.provider)
  if (!endpoint) return requeue(context, judgeJob(pair, pair.provider))
  try {
    if (pair.calls.some(({ status }) => status === 'under_way'))
      await settleAbandoned(db, arenaId, { judgementId: id }, clock())
    const orders = (['first', 'second'] as const).map((shown) => orderOf(context, pair, shown))
    const [first, second] = await resolveOrders(context, endpoint, orders)
    if (first.outcome === 'ok' && second.outcome === 'ok')
      await recordJudgement(context, pair, first.value, second.value)
    else await followUp(context, pair, [first, second])
  } catch (error) {
    orRethrow(context, error, { arenaId, id, job: 'judgement' })
    await settleAbandoned(db, arenaId, { judgementId: id }, clock())
    await followUp(context, pair, [{ outcome: 'failed', callId: 0, failure: INTERNAL }])
  } finally {
    endpoint.release()
  }
}

type OrderResult =
  | CallResult<Verdicts>
  | { outcome: 'ok'; value: Verdicts }
  /** The rubric cannot be used for this prompt and these answers. */
  | { outcome: 'unfit'; cause: string }

/** An order as far as it is known before any call. */
type Order = OrderResult | { outcome: 'to_call'; modelCall: ModelCall<Verdicts> }

/** Makes the missing calls: all of them or none, because one order alone gives no vote. */
async function resolveOrders(
  context: JobContext,
  endpoint: Endpoint,
  orders: Order[],
): Promise<OrderResult[]> {
  const modelCalls = orders.flatMap((order) => (order.outcome === 'to_call' ? [order.modelCall] : []))
  const isUnfit = orders.some(({ outcome }) => outcome === 'unfit')
  const results = isUnfit ? [] : await callModels(context, endpoint, modelCalls)
  return orders.map((order) =>
    order.outcome === 'to_call' ? (results.shift() ?? { outcome: 'not_made', mostUsd: 0 }) : order,
  )
}

/** One order: its verdicts if an earlier call gave them, else the call to make. */
function orderOf(context: JobContext, pair: PlannedPair, shown: ShownOrder): Order {
  const { arenaId, runId, id, rubric, form, criteria, model, params, answers, calls, provider } = pair
  const earlier = calls.find((call) => call.shown === shown && call.status === 'ok')
  if (earlier?.verdicts) return { outcome: 'ok', value: earlier.verdicts }
  const composed = composeRequest(context, pair, shown)
  if ('unfit' in composed) return { outcome: 'unfit', cause: `unfit: ${composed.unfit}` }
  const { system, messages, schema, marker } = composed
  const read: ReplyReader<Verdicts> = ({ text, tokens, finishReason }) => {
    if (finishReason === 'refusal') return { unusable: unusable('refusal') }
    if (finishReason === 'length')
      return { unusable: unusable('cut_off: the reply reached its longest length') }
    const reading = readVerdicts(text, {
      form,
      criteria,
      count: answers.length,
      reason: rubric.reason,
      marker,
    })
    if ('unreadable' in reading) return { unusable: unusable(`unreadable: ${reading.unreadable}`) }
    const verdicts = withProbabilities(reading.verdicts, text, tokens)
    return { value: verdicts, verdicts }
  }
  const call = { arenaId, runId, purpose: 'judgement', judgementId: id, shown } as const
  const logprobs = pair.logprobs !== 'off' && form === 'pairwise'
  const request = { model, params, system, messages, schema, ...(logprobs && { logprobs }) }
  return {
    outcome: 'to_call',
    modelCall: { call: { ...call, provider: provider.name, model }, request, read },
  }
}

/** The request for one order, or why it cannot be made. If the marker occurs in a text, a second one is drawn. */
function composeRequest(
  { random }: JobContext,
  { rubric, form, criteria, prompt, answers }: PlannedPair,
  shown: ShownOrder,
): (JudgeRequest & { marker: string }) | { unfit: string } {
  const { messages, reference, context } = prompt
  const toShow = {
    rubric,
    form,
    criteria,
    prompt: { messages: messages ?? [], reference, context },
    answers: (shown === 'first' ? answers : answers.toReversed()).map(shownAnswer),
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

/**
 * Decides what happens to a judgement that lacks an order: a new attempt, failure, or a wait until its run
 * continues.
 */
async function followUp(context: JobContext, pair: PlannedPair, orders: OrderResult[]): Promise<void> {
  const { db } = context
  const { arenaId, id, runId } = pair
  const unfit = orders.find((order) => order.outcome === 'unfit')
  if (unfit) return failJudgement(context, pair, unfit.cause)
  const failures = orders.flatMap((order) => (order.outcome === 'failed' ? [order.failure] : []))
  const again = (waitMs: number) => requeue(context, judgeJob(pair, pair.provider, waitMs))
  const gravest = ['closed', 'wrong', 'passing', 'unusable', 'away', 'given_up']
    .map((kind) => failures.find((failure) => failure.kind === kind))
    .find((failure) => failure !== undefined)
  if (!gravest) {
    const mostUsd = Math.max(...orders.map((order) => (order.outcome === 'not_made' ? order.mostUsd : 0)))
    return endIfExhausted(context, arenaId, runId, mostUsd)
  }
  if (gravest.kind === 'closed') return block(context, arenaId, runId, gravest)
  if (gravest.kind === 'given_up') return again(0)
  if (gravest.kind === 'away') return again(waitAfter(1, gravest.retryAfterMs, context))
  const attempts = await countAttempt(db, arenaId, id)
  const hopeless = orders.findIndex((_order, i) => isHopeless(pair, orders, i))
  if (gravest.kind === 'wrong' || attempts >= MOST_ATTEMPTS || hopeless >= 0)
    return failJudgement(context, pair, (hopeless >= 0 ? failureAt(orders, hopeless) : gravest).cause)
  const retryAfterMs = Math.max(0, ...failures.map(({ retryAfterMs }) => retryAfterMs ?? 0))
  return again(waitAfter(attempts, retryAfterMs, context))
}

const UNUSABLE = new Set(['refusal', 'cut_off', 'unreadable', 'empty', 'too_large'])

/** Whether an order has had so many unusable replies that another call is pointless. */
function isHopeless({ calls }: PlannedPair, orders: OrderResult[], i: number): boolean {
  const order = orders[i]
  if (order.outcome !== 'failed' || order.failure.kind !== 'unusable') return false
  const before = calls.filter(
    ({ shown, cause, counts }) =>
      counts && shown === (i === 0 ? 'first' : 'second') && UNUSABLE.has(causeCode(cause ?? '')),
  )
  return before.length + 1 >= MOST_REPLIES
}

const failureAt = (orders: OrderResult[], i: number): CallFailure =>
  (orders[i] as { failure: CallFailure }).failure

const shownAnswer = ({ text, turns, context, transcript }: PlannedPairAnswer) => ({
  turns: turns ?? [text ?? ''],
  context,
  transcript,
})
