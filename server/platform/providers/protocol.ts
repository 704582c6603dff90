/** What the two protocols have in common: a body to send, a reply to read, and everything that may go wrong between. */
import { asProviderError, isHttpError, isOfUnknownModel, errorBodyOf } from './classify.ts'
import { costOf, estimateTokens, mostCostOf } from './cost.ts'
import { QuirkRegistry, quirkShownBy } from './model-quirks.ts'
import type { ModelQuirks, SentParts } from './model-quirks.ts'
import { problemsWithParams } from './params.ts'
import { isTokenCount, storable } from './outside-text.ts'
import { priceOf } from './prices.ts'
import type { PriceTable } from './prices.ts'
import { ProviderError } from './provider.ts'
import type { Completion, CompletionRequest, Provider, Usage } from './provider.ts'
import { redactMessage } from './redact.ts'
import { msg } from '../../../shared/messages/index.ts'

/** Where calls go, and how they are told of. */
export interface Endpoint {
  /** How messages call it. */
  name: string
  /** Null: the provider's own address. */
  baseUrl: string | null
  key: string
  /** For one attempt, from the first byte sent to the last one received, however many requests it takes. */
  timeoutMs: number
}

/** A reply as its protocol has it, put into the house's words. */
export interface Reply {
  text: string
  /** A `finishReason`, or `cut`: it has no end. Any other word is the server's own. */
  ended: string
  /** Null: the server does not count. What it says otherwise need not be counts. */
  usage: Usage | null
  model: string
}

export interface Protocol {
  compose(request: CompletionRequest, habits: ModelQuirks): { body: Record<string, unknown>; sent: SentParts }
  /** One HTTP request without retries; throws what the client throws. */
  send(body: Record<string, unknown>, signal: AbortSignal): Promise<unknown>
  /** Asks for a model by its name; throws what the client throws. */
  find(model: string, signal: AbortSignal): Promise<void>
  /** @throws {Error} with a `status`, where the server says 200 and then that it failed; null: it is no such reply */
  read(reply: unknown): Reply | null
}

/** Of one reply after decompression: far more than any model writes, and little enough to hold many at once. */
export const MOST_REPLY_BYTES = 4 * 2 ** 20

/** For a question that is asked in passing. */
const FOUND_WITHIN_MS = 10_000

/** Makes a provider of a protocol spoken at an endpoint. What is refused there is remembered as long as it lives. */
export function providerOver(
  protocol: Protocol,
  endpoint: Endpoint,
  prices: PriceTable,
  clock: () => Date,
): Provider {
  const habits = new QuirkRegistry()
  const { name, key, timeoutMs } = endpoint

  /** Sends it, and again without what the server refuses: that much belongs to one attempt, and is not charged. */
  async function exchange(request: CompletionRequest): Promise<Reply | null> {
    const expired = AbortSignal.timeout(timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, expired]) : expired
    for (;;) {
      const { body, sent } = protocol.compose(request, habits.of(request.model))
      try {
        return protocol.read(await protocol.send(body, signal))
      } catch (error) {
        request.signal?.throwIfAborted()
        const refusal = refusalIn(error, request.model)
        if (refusal) return refusal
        const habit = quirkShownBy(error, sent)
        if (habit === null) {
          const timedOut = expired.aborted
          const attempt = { provider: name, model: request.model, key, timeoutMs, timedOut, now: clock() }
          throw asProviderError(error, attempt)
        }
        habits.of(request.model)[habit] = true
      }
    }
  }

  return {
    async complete(request) {
      const problems = problemsWithParams(request.params)
      if (problems.length > 0)
        throw new ProviderError('bad_request', redactMessage(msg('several', { all: problems, more: 0 }), key))
      request.signal?.throwIfAborted()
      const started = performance.now()
      const reply = await exchange(request)
      const latencyMs = performance.now() - started
      if (reply === null) {
        throw new ProviderError('server_error', msg('provider_no_completion', { provider: name }))
      }
      const price = priceOf(request.model, prices) ?? priceOf(reply.model, prices)
      const isCounted = reply.usage !== null && Object.values(reply.usage).every(isTokenCount)
      const counted = isCounted ? reply.usage : null
      const costUsd = price && (counted ? costOf(counted, price) : mostCostOf(request, price))
      const finishReason = wholeEnd(reply, endpoint, costUsd)
      const usage = counted ?? estimatedUsage(request, reply.text)
      const { text, model } = storable(reply)
      return { text, finishReason, usage, usageRefused: reply.usage !== counted, model, costUsd, latencyMs }
    },
    async knows(model) {
      try {
        await protocol.find(model, AbortSignal.timeout(Math.min(timeoutMs, FOUND_WITHIN_MS)))
        return true
      } catch (error) {
        return isOfUnknownModel(error) ? false : null
      }
    },
  }
}

/** @throws {ProviderError} for a reply that ends in none of the three known ways, or is empty */
function wholeEnd(
  { text, ended }: Reply,
  { name, key }: Endpoint,
  costUsd: number | null,
): Completion['finishReason'] {
  if (ended === 'cut')
    throw new ProviderError('cut', msg('provider_without_end', { provider: name }), null, costUsd)
  if (!isWhole(ended)) {
    throw new ProviderError(
      'server_error',
      redactMessage(msg('provider_ended', { provider: name, ended: String(ended) }), key),
      null,
      costUsd,
    )
  }
  if (ended === 'stop' && text.trim() === '') {
    throw new ProviderError('empty', msg('provider_empty', { provider: name }), null, costUsd)
  }
  return ended
}

const isWhole = (ended: string): ended is Completion['finishReason'] =>
  ended === 'stop' || ended === 'length' || ended === 'refusal'

/** Filters before the model say no with a status of their own, and charge nothing. */
function refusalIn(error: unknown, model: string): Reply | null {
  if (!isHttpError(error) || error.status !== 400) return null
  const { code, message } = errorBodyOf(error)
  if (!/content_filter|content_policy/.test(code)) return null
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  return { text: message, ended: 'refusal', usage, model }
}

function estimatedUsage({ system, messages }: CompletionRequest, text: string): Usage {
  const sent = [system ?? '', ...messages.map(({ content }) => content)]
  const inputTokens = sent.reduce((sum, one) => sum + estimateTokens(one), 0)
  return { inputTokens, cachedInputTokens: 0, outputTokens: estimateTokens(text) }
}

/** The default of a temperature, and whether it may be left out where a model takes none. */
export function temperatureOf({ params, schema }: CompletionRequest, { noTemperature }: ModelQuirks) {
  const wished = params['temperature']
  const ours = wished === undefined && schema !== undefined && params['thinking'] === undefined
  const canLeaveOut = ours || wished === 0
  if (canLeaveOut && noTemperature) return { temperature: undefined, canLeaveOut: false }
  return { temperature: ours ? 0 : wished, canLeaveOut }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A figure in a reply, whatever it is; 0 where it is missing, NaN where it is no number. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' ? value : value === undefined || value === null ? 0 : Number.NaN
