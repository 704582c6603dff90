import { msg } from '../../shared/messages/index.ts'
import type { Verdicts } from '../../shared/contracts/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { maxTokensOf, ProviderError, storable } from '../platform/providers/index.ts'
import type { Completion, CompletionRequest } from '../platform/providers/index.ts'
import { settleCall } from './call-queries.ts'
import type { CallEnd, CallFor } from './call-queries.ts'
import type { Endpoint } from './endpoints.ts'
import { block } from './follow-up.ts'
import type { JobContext } from './job-context.ts'
import { Reservation } from './reservation.ts'
import { selectRun } from './run-queries.ts'
import { GIVEN_UP, INTERNAL, callFailureOf, causeCode, causeWith } from './call-failure.ts'
import type { CallFailure } from './call-failure.ts'

/** The result of a call. */
export type CallResult<T> =
  | { outcome: 'ok'; value: T; completion: Completion }
  | { outcome: 'failed'; callId: number; failure: CallFailure }
  /**
   * No call was made: the run is not running, its budget does not cover this call and those reserved with it, or this
   * process is stopping. `mostUsd` is what they may cost together.
   */
  | { outcome: 'not_made'; mostUsd: number }

/** Reads the value of a call from the whole reply. */
export type ReplyReader<T> = (
  completion: Completion,
) => { value: T; verdicts?: Verdicts } | { unusable: CallFailure }

/** A call to make: its purpose, the request, and how to read the reply. */
export interface ModelCall<T> {
  call: CallFor
  request: CompletionRequest
  read: ReplyReader<T>
}

/**
 * Makes one call. It first reserves the cost in the run's budget and records the call; afterwards it records the
 * reply. It waits until the provider has room. Characters that the database cannot store are removed from the value.
 * A reply that costs more than was reserved pauses a run that has a budget.
 */
export async function callModel<T>(
  context: JobContext,
  endpoint: Endpoint,
  modelCall: ModelCall<T>,
): Promise<CallResult<T>> {
  const [result] = await callModels(context, endpoint, [modelCall])
  return result
}

/**
 * Makes calls of one run that are useless without each other, such as the two orders of a judgement. Their cost is
 * reserved together, so none is made if the budget does not cover all. Otherwise like `callModel`.
 * @returns the results, in order
 */
export async function callModels<T>(
  context: JobContext,
  endpoint: Endpoint,
  modelCalls: ModelCall<T>[],
): Promise<CallResult<T>[]> {
  const priced = modelCalls.map(({ call, request }) => ({
    call,
    mostUsd: endpoint.provider.mostCostOf(request) ?? 0,
  }))
  const reservation = new Reservation(context, priced)
  const results = modelCalls.map((modelCall, i) => makeCall(context, endpoint, modelCall, reservation, i))
  // all end before one error is thrown
  await Promise.allSettled(results)
  return Promise.all(results)
}

async function makeCall<T>(
  context: JobContext,
  endpoint: Endpoint,
  { call, request, read }: ModelCall<T>,
  reservation: Reservation,
  i: number,
): Promise<CallResult<T>> {
  const { db, clock, log, metrics, closing, stops } = context
  const { totalUsd, calls } = reservation
  const { mostUsd } = calls[i]
  let id: number | null = null
  const ending = endpoint.provider.endsWithRun
    ? stops.endOf(call, context.givingUp)
    : { signal: context.givingUp, release: () => undefined }
  const settle = async (callEnd: CallEnd) => {
    const end = storable(callEnd)
    count(metrics, call, end, mostUsd)
    await settleCall(db, call.arenaId, id!, end, clock())
  }
  const charged = async (costUsd: number | null) => {
    if (costUsd !== null && costUsd > mostUsd * (1 + ROUNDING))
      await stopOverspending(context, call, request, costUsd, mostUsd)
  }
  const complete = async (): Promise<Completion> => {
    try {
      const completion = await endpoint.provider.complete({ ...request, signal: ending.signal })
      await charged(completion.costUsd)
      return completion
    } catch (error) {
      if (error instanceof ProviderError) await charged(error.costUsd)
      throw error
    }
  }
  const receive = async (completion: Completion): Promise<CallResult<T>> => {
    const {
      text: reply,
      transcript,
      finishReason,
      model: modelReported,
      usage,
      latencyMs,
      costUsd,
    } = completion
    const { inputTokens, cachedInputTokens, outputTokens } = usage
    const tokens = { inputTokens, cachedInputTokens, outputTokens }
    const received = { costUsd, reply, transcript, finishReason, modelReported, ...tokens, latencyMs }
    if (completion.usageRefused)
      log.warn({ arenaId: call.arenaId, call: id, model: call.model }, USAGE_REFUSED)
    const reading = storable(read(completion))
    if ('unusable' in reading) {
      await settle({ ...received, status: 'failed', cause: reading.unusable.cause })
      return { outcome: 'failed', callId: id!, failure: reading.unusable }
    }
    const { verdicts, value } = reading
    await settle({ ...received, status: 'ok', cause: null, ...(verdicts && { verdicts }) })
    return { outcome: 'ok', value, completion }
  }
  try {
    return await endpoint.limit.run(async () => {
      closing.throwIfAborted()
      id = await reservation.take(i)
      if (id === null) throw new NotReserved()
      // the next call may need what this one did not spend, so its cost is recorded before the endpoint has room again
      return receive(await complete())
    }, closing)
  } catch (error) {
    if (id === null) {
      await reservation.release(i)
      if (error instanceof NotReserved || closing.aborted) return { outcome: 'not_made', mostUsd: totalUsd }
      throw error
    }
    const failure =
      error instanceof ProviderError ? callFailureOf(error) : ending.signal.aborted ? GIVEN_UP : INTERNAL
    if (failure === INTERNAL) log.error({ err: error, call }, 'a call failed on this side')
    await settle({ status: 'failed', cause: failure.cause, costUsd: failure.costUsd })
    return { outcome: 'failed', callId: id, failure }
  } finally {
    ending.release()
  }
}

/** Costs are sums of products. Two ways to compute the same cost may differ in the last digits. */
const ROUNDING = 1e-9
const USAGE_REFUSED = 'the token counts of a reply are no counts; it is charged with the most it can cost'

/** A server that ignores `max_tokens` may charge any amount, so the run cannot keep its budget. */
async function stopOverspending(
  context: JobContext,
  { arenaId, runId, provider, model }: CallFor,
  { params }: CompletionRequest,
  costUsd: number,
  mostUsd: number,
): Promise<void> {
  const run = await selectRun(context.db, arenaId, runId)
  if (!run || run.budget_usd === null) return
  const usd = (amount: number) => `$${amount.toPrecision(3)}`
  const line = msg('overcharged', {
    provider,
    model,
    charged: usd(costUsd),
    maxTokens: maxTokensOf(params),
    allowed: usd(mostUsd),
    spent: usd(run.spent_usd + costUsd),
    budget: usd(run.budget_usd),
  })
  await block(context, arenaId, runId, causeWith('limit_ignored', line))
}

function count(
  { calls, callSeconds, callTokens, callUsd }: Metrics,
  { purpose }: CallFor,
  end: CallEnd,
  mostUsd: number,
) {
  calls.add({ purpose, outcome: end.cause === null ? 'ok' : causeCode(end.cause) })
  if (end.latencyMs !== undefined) callSeconds.add({ purpose }, end.latencyMs / 1000)
  callTokens.add({ kind: 'input' }, end.inputTokens ?? 0)
  callTokens.add({ kind: 'cached_input' }, end.cachedInputTokens ?? 0)
  callTokens.add({ kind: 'output' }, end.outputTokens ?? 0)
  callUsd.add({}, end.costUsd === 'reserved' ? mostUsd : (end.costUsd ?? 0))
}

/** Thrown to leave the provider's queue without a call. */
class NotReserved extends Error {}
