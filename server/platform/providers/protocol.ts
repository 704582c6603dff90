/** What the two protocols share: they send a body, read a reply, and turn everything that fails into a ProviderError. */
import { z } from 'zod'
import { isRecord, jsonIn } from '../json.ts'
import { toStorable } from '../storable.ts'
import { attempt, parseErrorBody, streamError, isUnknownModelError, MidReplyError } from './classify.ts'
import {
  callCost,
  estimateTokens,
  EXPECTED_PICTURE_TOKENS,
  maxCallCost,
  findPrice,
  type PriceTable,
} from './cost.ts'
import { problemsWithParams } from './params.ts'
import {
  providerFault,
  ProviderError,
  type Completion,
  type CompletionRequest,
  type Provider,
  type SentPicture,
  type Usage,
} from './provider.ts'
import { clientFetch, HttpError, MAX_REPLY_BYTES, TooLargeError, type exchangeResult } from './exchange.ts'
import { keyRemover, keyRemoverInPieces, redactMessage } from './redact.ts'
import type { ProviderOptions } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The key of a server that needs none: no header with a key is sent. */
export const NO_KEY = ''

/** The address of calls, and its name in messages. */
export interface Endpoint {
  /** Its name in messages. */
  name: string
  /** Null: the provider's own address. */
  baseUrl: string | null
  /** NO_KEY: none is sent. */
  key: string
  /** The header that carries the key, and parameters of the address, where a server has its own. */
  options?: Pick<ProviderOptions, 'apiKeyHeader' | 'query'>
  /** The time limit of one attempt, from the first byte sent to the last one received, over all its requests. */
  timeoutMs: number
  /** Makes the requests; `fetch` by default. */
  fetching?: typeof fetch | undefined
}

/** A reply of either protocol in the terms of this project. */
export interface Reply {
  text: string
  /** A `finishReason`, or `cut` if the reply has no end. Any other value is the server's own. */
  ended: string
  /** Null if the server does not count tokens. The values are as sent, so they may be no valid counts. */
  usage: Usage | null
  model: string
}

type Pieces = ReturnType<ReturnType<typeof keyRemoverInPieces>>

const NOTHING: Reply = { text: '', ended: 'cut', usage: null, model: '' }

/** What the events of a stream make together. */
export interface Collected {
  /** Adds an event. @returns the text that it brings; empty if it brings none */
  add(event: Record<string, unknown>): string
  /** All events so far, in the form of a reply that is not streamed. */
  readonly reply: Record<string, unknown>
}

export interface Protocol {
  /** The path of the address that calls go to. */
  path: string
  /** One request by the provider's own client, without retries. */
  send(body: Record<string, unknown>, signal: AbortSignal): ReturnType<typeof exchangeResult>
  /** Asks its moderation about a text; an empty model is the server's choice. Absent: it has none. */
  flag?(model: string, text: string, signal: AbortSignal): ReturnType<typeof exchangeResult>
  /** Asks for a model by its name. */
  find(model: string, signal: AbortSignal): Promise<unknown>
  /** A reply is streamed only to a caller that wants its text as it comes: every server can send it whole. */
  compose(request: CompletionRequest, quirks: ModelQuirks): { body: Record<string, unknown>; sent: SentParts }
  /** Null if it is no reply of this protocol. @throws {HttpError} if the server sent 200 with an error */
  read(reply: Record<string, unknown>): Reply | null
  /** Begins to read a stream. */
  collect(): Collected
}

/** The time limit of asking for a model. */
const LOOKUP_TIMEOUT_MS = 10_000

/** A provider at an endpoint with a protocol. It remembers which parts of requests the endpoint refuses. */
export function protocolProvider(
  protocol: Protocol,
  endpoint: Endpoint,
  prices: PriceTable,
  clock: () => Date,
): Provider {
  const quirksByModel = new Map<string, ModelQuirks>()
  const { name, key, timeoutMs } = endpoint
  const withoutKey = keyRemover(key)
  const inPieces = keyRemoverInPieces(key)

  async function send(
    body: Record<string, unknown>,
    signal: AbortSignal,
    pieces: Pieces | undefined,
  ): Promise<Reply | null> {
    const sent = await protocol.send(body, signal)
    if ('events' in sent) return await readEvents(sent.events, signal, pieces)
    const { bytes, isJson } = sent
    if (bytes.length === 0) return NOTHING
    try {
      const reply: unknown = JSON.parse(new TextDecoder().decode(bytes))
      return isRecord(reply) ? protocol.read(reply) : null
    } catch (error) {
      if (isJson || error instanceof HttpError) throw error
      return null
    }
  }

  async function readEvents(
    events: AsyncIterable<unknown>,
    signal: AbortSignal,
    pieces: Pieces | undefined,
  ): Promise<Reply | null> {
    const { add, reply } = protocol.collect()
    let isEmpty = true
    let length = 0
    try {
      for await (const event of events) {
        isEmpty = false
        const piece = isRecord(event) ? add(event) : ''
        length += piece.length
        if (length > MAX_REPLY_BYTES) throw new TooLargeError(MAX_REPLY_BYTES)
        if (piece !== '') pieces?.add(piece)
      }
    } catch (error) {
      const fault = streamError(error) ?? error
      throw length > 0 && !(fault instanceof TooLargeError) ? new MidReplyError(fault) : fault
    }
    // to the clients, an aborted stream ends like a whole one
    signal.throwIfAborted()
    return isEmpty ? NOTHING : protocol.read(reply)
  }

  /** Sends a request, and again without the parts that the server refuses. Refusals cost nothing. */
  async function ask(
    request: CompletionRequest,
    signal: AbortSignal,
    pieces: Pieces | undefined,
  ): Promise<Reply | null> {
    const { model } = request
    let quirks = quirksByModel.get(model)
    if (!quirks) quirksByModel.set(model, (quirks = { ...NO_QUIRKS }))
    for (;;) {
      const { body, sent } = protocol.compose(request, quirks)
      try {
        return await send(body, signal, pieces)
      } catch (error) {
        const refusal = refusalIn(error, model)
        if (refusal) return refusal
        const quirk = quirkShownBy(error, sent)
        if (quirk === null) throw error
        quirks[quirk] = true
      }
    }
  }

  return {
    async complete(request) {
      const problems = problemsWithParams(request.params)
      if (problems.length > 0)
        throw new ProviderError('bad_request', redactMessage(msg('several', { all: problems, more: 0 }), key))
      const started = performance.now()
      const { model } = request
      const at = {
        provider: name,
        model,
        path: protocol.path,
        key,
        timeoutMs: request.timeoutMs ?? timeoutMs,
        clock,
      }
      const pieces = request.onText && inPieces(request.onText)
      const reply = await attempt(at, request.signal, (signal) => ask(request, signal, pieces))
      const latencyMs = performance.now() - started
      if (reply === null) {
        throw new ProviderError('server_error', msg('provider_no_completion', { provider: name }))
      }
      const price = findPrice(request.model, prices) ?? findPrice(reply.model, prices)
      const isCounted = reply.usage !== null && Object.values(reply.usage).every(isTokenCount)
      const counted = isCounted ? reply.usage : null
      const costUsd = price && (counted ? callCost(counted, price) : maxCallCost(request, price))
      const finishReason = wholeEnd(reply, endpoint, costUsd)
      const usage = counted ?? estimatedUsage(request, reply.text)
      const text = withoutKey(toStorable(reply.text))
      const served = withoutKey(toStorable(reply.model))
      pieces?.end(text)
      return {
        text,
        finishReason,
        usage,
        usageRefused: reply.usage !== counted,
        model: served,
        costUsd,
        latencyMs,
      }
    },
    ...(protocol.flag && {
      async flags(model: string, text: string, callers: AbortSignal) {
        const path = protocol.path.replace(/[^/]+\/[^/]+$/, 'moderations')
        const at = { provider: name, model, path, key, timeoutMs, clock }
        const sent = await attempt(at, callers, (signal) => protocol.flag!(model, text, signal))
        const flagged = 'bytes' in sent ? flaggedIn(sent.bytes) : null
        if (flagged === null)
          throw new ProviderError('unreadable', providerFault(name, 'sent no verdict of a moderation'))
        return flagged
      },
    }),
    async knows(model) {
      try {
        const signal = AbortSignal.timeout(Math.min(timeoutMs, LOOKUP_TIMEOUT_MS))
        await protocol.find(model, signal)
        return true
      } catch (error) {
        return isUnknownModelError(error) ? false : null
      }
    },
    maxCostUsd(request) {
      const price = findPrice(request.model, prices)
      return price && maxCallCost(request, price)
    },
  }
}

/** What a moderation says of the one text it was sent; null if it says nothing that can be read. */
function flaggedIn(bytes: Buffer): boolean | null {
  const read = Moderation.safeParse(jsonIn(new TextDecoder().decode(bytes)))
  return read.success ? read.data.results.some(({ flagged }) => flagged) : null
}

const Moderation = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) })

/** @throws {ProviderError} if a reply does not end in one of the three known ways, or is empty */
function wholeEnd(
  { text, ended }: Reply,
  { name, key }: Endpoint,
  costUsd: number | null,
): Completion['finishReason'] {
  if (ended === 'cut')
    throw new ProviderError('cut', providerFault(name, 'sent a reply without an end'), null, costUsd)
  if (!isWhole(ended)) {
    throw new ProviderError(
      'server_error',
      redactMessage(providerFault(name, `ended its reply with "${ended.slice(0, 5000)}"`), key),
      null,
      costUsd,
    )
  }
  if (ended === 'stop' && text.trim() === '') {
    throw new ProviderError('empty', providerFault(name, 'sent an empty reply'), null, costUsd)
  }
  return ended
}

const isWhole = (ended: string): ended is Completion['finishReason'] =>
  ended === 'stop' || ended === 'length' || ended === 'refusal'

/** Content filters in front of a model refuse with a status of their own, and charge nothing. */
function refusalIn(error: unknown, model: string): Reply | null {
  if (!(error instanceof HttpError) || error.status !== 400) return null
  const { code, message } = parseErrorBody(error)
  if (!/content_filter|content_policy/.test(code)) return null
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  return { text: message, ended: 'refusal', usage, model }
}

/**
 * The messages of a request as a protocol sends them: the last one in parts, if pictures go with it.
 * @param picturePart  one picture as the protocol has it
 */
export function messagesWithPictures(
  { messages, pictures = [] }: CompletionRequest,
  picturePart: (picture: SentPicture) => object,
): object[] {
  const last = messages.at(-1)
  if (pictures.length === 0 || !last) return [...messages]
  const parts = pictures.flatMap((picture, i) => [
    { type: 'text', text: last.content.slice(pictures[i - 1]?.at ?? 0, picture.at) },
    picturePart(picture),
  ])
  const remainder = last.content.slice(pictures.at(-1)!.at)
  const content = [...parts, ...(remainder === '' ? [] : [{ type: 'text', text: remainder }])]
  return [...messages.slice(0, -1), { role: last.role, content }]
}

/** The tokens of a call whose provider does not count them. */
export function estimatedUsage({ system, messages, pictures = [] }: CompletionRequest, text: string): Usage {
  const sent = [system ?? '', ...messages.map(({ content }) => content)]
  const inputTokens = sent.reduce(
    (sum, piece) => sum + estimateTokens(piece),
    pictures.length * EXPECTED_PICTURE_TOKENS,
  )
  return { inputTokens, cachedInputTokens: 0, outputTokens: estimateTokens(text) }
}

/** The temperature to send, and whether it may be left out for a model that refuses one. */
export function requestTemperature({ params, schema }: CompletionRequest, { noTemperature }: ModelQuirks) {
  const requested = params['temperature']
  const ours = requested === undefined && schema !== undefined && params['thinking'] === undefined
  const canLeaveOut = ours || requested === 0
  if (canLeaveOut && noTemperature) return { temperature: undefined, canLeaveOut: false }
  return { temperature: ours ? 0 : requested, canLeaveOut }
}

export const pathBelow = (baseUrl: string, path: string): string =>
  new URL(baseUrl).pathname.replace(/\/+$/, '') + path

/** A client waits longer than an attempt may take: of two timers with one limit either may fire first. */
const CLIENT_WAITS_LONGER_MS = 10_000

/** What the clients of both providers are told: one request for a call, bounded, without lines in the log. */
export const clientOptions = ({ timeoutMs, fetching }: Endpoint) => ({
  maxRetries: 0,
  timeout: timeoutMs + CLIENT_WAITS_LONGER_MS,
  logLevel: 'off' as const,
  fetch: clientFetch(fetching),
})

/**
 * Makes a client that does not see a variable of the environment, from which it would take headers. Clients read the
 * environment while they are made, at once.
 */
export function madeWithout<Client>(variable: string, make: () => Client): Client {
  const value = process.env[variable]
  delete process.env[variable]
  try {
    return make()
  } finally {
    if (value !== undefined) process.env[variable] = value
  }
}

/** A number in a reply; 0 if it is missing, NaN if it is no number. */
export const tokenCount = (value: unknown): number =>
  typeof value === 'number' ? value : value === undefined || value === null ? 0 : Number.NaN

// Remembers what an endpoint has refused for a model, so that it is sent once and not with every call. Servers support
// different parts of a protocol, and do not say in advance which.

interface ModelQuirks {
  /** It refuses a JSON Schema for its reply. */
  noSchema: boolean
  /** It refuses a temperature. */
  noTemperature: boolean
  /** It needs the one of `max_tokens` and `max_completion_tokens` that is not usual for its address. */
  otherMaxTokens: boolean
  /** It refuses to stream. */
  noStream: boolean
  /** It refuses to be told what a stream has. */
  noStreamOptions: boolean
}

const NO_QUIRKS: ModelQuirks = {
  noSchema: false,
  noTemperature: false,
  otherMaxTokens: false,
  noStream: false,
  noStreamOptions: false,
}

/** The parts of a request that can be left out or sent under another name. */
interface SentParts {
  schema: boolean
  /** Sent by default or as 0. Any other temperature was asked for, so it is never left out silently. */
  temperature: boolean
  maxTokensName: string | null
  stream: boolean
  streamOptions: boolean
}

const SCHEMA =
  /response_format|json_schema|json schema|structured.?output|output_config|output_format|grammar/i

/**
 * The quirk that a refusal shows: a 400 (or 404, 422, 501) that names a part of the request. Null: it is about something
 * else.
 */
function quirkShownBy(error: unknown, sent: SentParts): keyof ModelQuirks | null {
  if (!(error instanceof HttpError) || ![400, 404, 422, 501].includes(error.status)) return null
  const { message, param } = parseErrorBody(error)
  const names = (pattern: RegExp) => (param ? pattern.test(param) : pattern.test(message))
  if (sent.temperature && names(/temperature/i)) return 'noTemperature'
  if (
    sent.maxTokensName !== null &&
    names(new RegExp(`\\b${sent.maxTokensName}\\b`)) &&
    isUnknownParameter(message)
  ) {
    return 'otherMaxTokens'
  }
  if (sent.schema && names(SCHEMA)) return 'noSchema'
  if (sent.streamOptions && names(/stream_options|include_usage/i)) return 'noStreamOptions'
  const isRefusal = param !== '' || /support|permitted|unknown|verified/i.test(message)
  if (sent.stream && names(/\bstream(?:ing)?\b/i) && isRefusal) return 'noStream'
  return null
}

/** An error names a limit that is too high as well, and sending it under another name would not help. */
const isUnknownParameter = (message: string) =>
  /unsupported|not supported|unrecogni[sz]ed|unknown|extra inputs|not permitted|unexpected/i.test(message)

/** More tokens than any call has, and few enough that the sum over the turns of an answer fits its column. */
const MAX_TOKENS = 10_000_000

/** Whether a number from a provider can be a count of tokens: a whole number from 0 to 10 million. */
const isTokenCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS
