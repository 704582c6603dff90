import type { Verdicts } from '../../../shared/contracts/index.ts'
import { composeJudgeRequest, drawMarker } from '../requests/index.ts'
import type { JudgeRequest } from '../requests/index.ts'
import { readVerdicts } from '../verdicts/index.ts'
import {
  block,
  callModel,
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
import type { CallResult, Endpoint, JobContext, ReplyReader, CallFailure } from '../../runs/index.ts'
import { failJudgement } from './end-judgement.ts'
import { countAttempt, selectPlannedPair } from './judgement-queries.ts'
import type { PlannedPairAnswer, PlannedPair } from './judgement-queries.ts'
import { recordJudgement } from './record-judgement.ts'
import { SUPERSEDED } from './planned-queries.ts'
import { judgeJob } from './work-jobs.ts'

type ShownOrder = 'first' | 'second'

/**
 * The job of one judgement: asks for each of the two orders whose verdicts are not there yet, both at once, and records the
 * judgement when both are. Doing it twice asks for nothing twice.
 */
export async function judgePair(context: JobContext, arenaId: number, id: string): Promise<void> {
  const { db, clock } = context
  const examination = await selectPlannedPair(db, arenaId, id)
  if (!examination) return
  if (!examination.current) return failJudgement(context, examination, SUPERSEDED)
  const endpoint = context.endpoints.acquire(examination.provider)
  if (!endpoint) return requeue(context, judgeJob(examination, examination.provider))
  try {
    if (examination.calls.some(({ status }) => status === 'under_way'))
      await settleAbandoned(db, arenaId, { judgementId: id }, clock())
    const [first, second] = await both([
      verdictsOf(context, endpoint, examination, 'first'),
      verdictsOf(context, endpoint, examination, 'second'),
    ])
    if (first.is === 'ok' && second.is === 'ok')
      await recordJudgement(context, examination, first.value, second.value)
    else await followUp(context, examination, [first, second])
  } catch (error) {
    orRethrow(context, error, { arenaId, id, job: 'judgement' })
    await settleAbandoned(db, arenaId, { judgementId: id }, clock())
    await followUp(context, examination, [{ is: 'trouble', callId: 0, trouble: INTERNAL }])
  } finally {
    endpoint.release()
  }
}

/** What both come to, once neither is under way any more. */
async function both<T>(two: readonly [Promise<T>, Promise<T>]): Promise<[T, T]> {
  await Promise.allSettled(two)
  return Promise.all(two)
}

type OrderResult =
  | CallResult<Verdicts>
  | { is: 'ok'; value: Verdicts }
  /** The rubric and what is to be judged do not go together. */
  | { is: 'unfit'; cause: string }

/** The verdicts of one order: those that an earlier attempt paid for, or fresh ones. */
async function verdictsOf(
  context: JobContext,
  endpoint: Endpoint,
  examination: PlannedPair,
  shown: ShownOrder,
): Promise<OrderResult> {
  const { arenaId, runId, id, rubric, form, criteria, model, params, answers, calls, provider } = examination
  const earlier = calls.find((call) => call.shown === shown && call.status === 'ok')
  if (earlier?.verdicts) return { is: 'ok', value: earlier.verdicts }
  const showing = composeRequest(context, examination, shown)
  if ('unfit' in showing) return { is: 'unfit', cause: `unfit: ${showing.unfit}` }
  const { system, messages, schema, marker } = showing
  const read: ReplyReader<Verdicts> = ({ text, finishReason }) => {
    if (finishReason === 'refusal') return { unusable: unusable('refusal') }
    if (finishReason === 'length')
      return { unusable: unusable('cut_off: the reply reached its longest length') }
    const said = readVerdicts(text, { form, criteria, count: answers.length, reason: rubric.reason, marker })
    if ('unreadable' in said) return { unusable: unusable(`unreadable: ${said.unreadable}`) }
    return { value: said.verdicts, verdicts: said.verdicts }
  }
  const call = { arenaId, runId, purpose: 'judgement', judgementId: id, shown } as const
  const request = { model, params, system, messages, schema }
  return callModel(context, endpoint, { ...call, provider: provider.name, model }, request, read)
}

/** What is sent for one order, or why nothing can be. A marker that occurs in a text is drawn once more. */
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

/** A judgement that lacks an order: tried again, given up, or left until its run goes on. */
async function followUp(context: JobContext, examination: PlannedPair, orders: OrderResult[]): Promise<void> {
  const { db } = context
  const { arenaId, id, runId } = examination
  const unfit = orders.find((order) => order.is === 'unfit')
  if (unfit) return failJudgement(context, examination, unfit.cause)
  const troubles = orders.flatMap((order) => (order.is === 'trouble' ? [order.trouble] : []))
  const again = (waitMs: number) => requeue(context, judgeJob(examination, examination.provider, waitMs))
  const worst = ['closed', 'wrong', 'passing', 'unusable', 'away', 'given_up']
    .map((kind) => troubles.find((trouble) => trouble.kind === kind))
    .find((trouble) => trouble !== undefined)
  if (!worst) {
    const most = Math.max(...orders.map((order) => (order.is === 'not_made' ? order.mostUsd : 0)))
    return endIfExhausted(context, arenaId, runId, most)
  }
  if (worst.kind === 'closed') return block(context, arenaId, runId, worst)
  if (worst.kind === 'given_up') return again(0)
  if (worst.kind === 'away') return again(waitAfter(1, worst.retryAfterMs, context))
  const attempts = await countAttempt(db, arenaId, id)
  const hopeless = orders.findIndex((_order, i) => isHopeless(examination, orders, i))
  if (worst.kind === 'wrong' || attempts >= MOST_ATTEMPTS || hopeless >= 0)
    return failJudgement(context, examination, (hopeless >= 0 ? failureAt(orders, hopeless) : worst).cause)
  const asked = Math.max(0, ...troubles.map(({ retryAfterMs }) => retryAfterMs ?? 0))
  return again(waitAfter(attempts, asked, context))
}

const UNUSABLE = new Set(['refusal', 'cut_off', 'unreadable', 'empty', 'too_large'])

/** Whether an order has brought so many replies that say nothing that no more are asked for. */
function isHopeless({ calls }: PlannedPair, orders: OrderResult[], i: number): boolean {
  const order = orders[i]
  if (order.is !== 'trouble' || order.trouble.kind !== 'unusable') return false
  const before = calls.filter(
    ({ shown, cause, counts }) =>
      counts && shown === (i === 0 ? 'first' : 'second') && UNUSABLE.has(causeCode(cause ?? '')),
  )
  return before.length + 1 >= MOST_REPLIES
}

const failureAt = (orders: OrderResult[], i: number): CallFailure =>
  (orders[i] as { trouble: CallFailure }).trouble

const shownAnswer = ({ text, turns, context }: PlannedPairAnswer) => ({
  turns: turns ?? [text ?? ''],
  context,
})
