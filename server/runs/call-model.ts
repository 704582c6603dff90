import type { Verdicts } from '../../shared/contracts/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { mostCostOf, priceOf, ProviderError } from '../platform/providers/index.ts'
import type { Completion, CompletionRequest } from '../platform/providers/index.ts'
import { reserveCall, settleCall } from './call-queries.ts'
import type { CallEnd, CallFor } from './call-queries.ts'
import type { Endpoint } from './endpoints.ts'
import type { JobContext } from './job-context.ts'
import { GIVEN_UP, troubleOf, wordOf } from './trouble.ts'
import type { Trouble } from './trouble.ts'

/** What became of a call. */
export type Called<T> =
  | { is: 'ok'; value: T; completion: Completion }
  | { is: 'trouble'; callId: number; trouble: Trouble }
  /** None was made: the run is not running, its budget does not carry it, or this process is about to end. */
  | { is: 'not_made'; mostUsd: number }

/** Reads what a call is for out of a whole reply. */
export type Read<T> = (completion: Completion) => { value: T; verdicts?: Verdicts } | { unusable: Trouble }

/**
 * One call: reserved in the run's budget and put on record before it goes out, written down with its reply after. Waits
 * for its turn at the provider.
 */
export async function callModel<T>(
  context: JobContext,
  endpoint: Endpoint,
  call: CallFor,
  request: CompletionRequest,
  read: Read<T>,
): Promise<Called<T>> {
  const { db, clock, metrics, prices, closing, givingUp } = context
  const price = priceOf(call.model, prices)
  const mostUsd = price ? mostCostOf(request, price) : 0
  let id: number | null = null
  let completion: Completion
  const settle = (end: CallEnd) => {
    count(metrics, call, end, mostUsd)
    return settleCall(db, call.arenaId, id!, end, clock())
  }
  try {
    completion = await endpoint.limit.run(async () => {
      closing.throwIfAborted()
      id = await reserveCall(db, call, mostUsd, clock())
      if (id === null) throw new NotReserved()
      return endpoint.provider.complete({ ...request, signal: givingUp })
    }, closing)
  } catch (error) {
    if (id === null) {
      if (error instanceof NotReserved || closing.aborted) return { is: 'not_made', mostUsd }
      throw error
    }
    const trouble = error instanceof ProviderError ? troubleOf(error) : GIVEN_UP
    await settle({ status: 'failed', cause: trouble.cause, costUsd: trouble.costUsd })
    if (!(error instanceof ProviderError) && !givingUp.aborted) throw error
    return { is: 'trouble', callId: id, trouble }
  }
  const { text: reply, finishReason, model: modelReported, usage, latencyMs, costUsd } = completion
  const { inputTokens, cachedInputTokens, outputTokens } = usage
  const tokens = { inputTokens, cachedInputTokens, outputTokens }
  const came = { costUsd, reply, finishReason, modelReported, ...tokens, latencyMs }
  const found = read(completion)
  if ('unusable' in found) {
    await settle({ ...came, status: 'failed', cause: found.unusable.cause })
    return { is: 'trouble', callId: id!, trouble: found.unusable }
  }
  await settle({ ...came, status: 'ok', cause: null, ...(found.verdicts && { verdicts: found.verdicts }) })
  return { is: 'ok', value: found.value, completion }
}

function count(
  { calls, callSeconds, callTokens, callUsd }: Metrics,
  { purpose }: CallFor,
  end: CallEnd,
  mostUsd: number,
) {
  calls.add({ purpose, outcome: end.cause === null ? 'ok' : wordOf(end.cause) })
  if (end.latencyMs !== undefined) callSeconds.add({ purpose }, end.latencyMs / 1000)
  callTokens.add({ kind: 'input' }, end.inputTokens ?? 0)
  callTokens.add({ kind: 'cached_input' }, end.cachedInputTokens ?? 0)
  callTokens.add({ kind: 'output' }, end.outputTokens ?? 0)
  callUsd.add({}, end.costUsd === 'reserved' ? mostUsd : (end.costUsd ?? 0))
}

/** Thrown to leave the provider's queue without having called. */
class NotReserved extends Error {}
