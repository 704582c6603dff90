/** The replies of the server: an answer, or one of the ways in which providers fail. */
import type { ServerResponse } from 'node:http'
import { Readable, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import { WIRES, wholeAnswer, type Answer, type ReceivedCall } from './wires.ts'

export type { Answer } from './wires.ts'

/** Sends what a provider sends that fails, if anything. */
export type BadReply = (response: ServerResponse, call: ReceivedCall) => void

export const isBadReply = (reply: Answer | BadReply): reply is BadReply => typeof reply === 'function'

// Answers.

const JSON_TYPE = { 'content-type': 'application/json' }

/** @param ends false: the reply never ends */
export function sendAnswer(response: ServerResponse, call: ReceivedCall, answer: Answer, ends = true): void {
  const { headers, bytes } = packed(call, answer, ends)
  response.writeHead(200, headers).end(bytes)
}

/** An answer as server-sent events. */
export function streamed(call: ReceivedCall, answer: Answer, ends = true, inWords = false) {
  const whole = wholeAnswer(answer, call)
  const events = WIRES[call.protocol].events(whole, call, ends, inWords)
  return { headers: { 'content-type': 'text/event-stream' }, events }
}

/** An answer as the call wants it: as events, or whole. */
function packed(call: ReceivedCall, answer: Answer, ends = true) {
  if (call.stream) {
    const { headers, events } = streamed(call, answer, ends)
    return { headers, bytes: Buffer.from(events.join('')) }
  }
  const body = WIRES[call.protocol].reply(wholeAnswer(answer, call), call, ends)
  return { headers: JSON_TYPE, bytes: Buffer.from(JSON.stringify(body)) }
}

/** An answer in which the model refuses. */
export const refuses = (text = 'I cannot help with that.'): Answer => ({ text, finish: 'refusal' })

// Errors.

/** Any status and message. */
export const failure =
  (status: number, code: string, message: string, headers: Record<string, string> = {}): BadReply =>
  (response, { protocol }) =>
    void response
      .writeHead(status, { ...JSON_TYPE, ...headers })
      .end(JSON.stringify(WIRES[protocol].failure(code, message)))

/** 429. @param retryAfter seconds, an HTTP date, or null for no header */
export function rateLimited(retryAfter: number | string | null = null): BadReply {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  return failure(429, 'rate_limit_error', 'Too many requests.', headers)
}

/** 429 with the waiting time in milliseconds. */
export const rateLimitedMs = (ms: number): BadReply =>
  failure(429, 'rate_limit_error', 'Too many requests.', { 'retry-after-ms': String(ms) })

export const serverError = (): BadReply => failure(500, 'server_error', 'Something went wrong here.')
export const overloaded = (): BadReply => failure(529, 'overloaded_error', 'Overloaded.')
export const outOfQuota = (): BadReply =>
  failure(429, 'insufficient_quota', 'You exceeded your current quota, please check your plan.')

/** Any body. */
export const sends =
  (body: string, type = 'application/json', status = 200): BadReply =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

// Replies that are cut off.

const CUT_TEXT = 'This reply will not come to its end, however long one waits for it.'

/** Half of an answer: of a stream, half of its events and a part of the next one. */
function halved(call: ReceivedCall) {
  const { headers, bytes } = packed(call, CUT_TEXT)
  const { events } = streamed(call, CUT_TEXT)
  const middle = events.length / 2
  const begun = events.slice(0, middle).join('') + events[Math.floor(middle)].slice(0, 40)
  return { headers, half: call.stream ? begun : bytes.subarray(0, bytes.length / 2), length: bytes.length }
}

/** Announces a whole answer and sends half of it. */
function announce(response: ServerResponse, call: ReceivedCall, then?: () => void): void {
  const { headers, half, length } = halved(call)
  response.writeHead(200, { ...headers, 'content-length': length })
  response.write(half, then)
}

/** Takes the call and never answers. */
export const hangs = (): BadReply => () => {}
/** Closes the connection before a byte is sent. */
export const hangsUp = (): BadReply => (response) => void response.socket?.destroy()
/** Announces a whole answer, sends half of it and closes the connection. */
export const cuts = (): BadReply => (response, call) =>
  announce(response, call, () => void response.socket?.destroy())
/** Announces a whole answer, sends half of it and then nothing more. */
export const stalls = (): BadReply => (response, call) => announce(response, call)
/** Sends half of an answer as if it were whole. */
export const sendsHalf = (): BadReply => (response, call) => {
  const { headers, half } = halved(call)
  response.writeHead(200, headers).end(half)
}
/** Sends an answer that its protocol does not end. */
export const neverEnds = (): BadReply => (response, call) => sendAnswer(response, call, CUT_TEXT, false)
/** Sends an answer without text. */
export const sendsNothing = (): BadReply => (response, call) => sendAnswer(response, call, '')
/** Sends half of the events and then the event of an error; a call that does not stream gets the error with status 200. */
export const breaksOff = (code: string, message: string): BadReply =>
  broken('error', ({ protocol }) => JSON.stringify(WIRES[protocol].failure(code, message)))
/** The same with an event that is no JSON. */
export const garbles = (): BadReply => broken('content_block_delta', () => '{"choices": [{"delta')

const broken =
  (event: string, faultFor: (call: ReceivedCall) => string): BadReply =>
  (response, call) => {
    const fault = faultFor(call)
    if (!call.stream) return void response.writeHead(200, JSON_TYPE).end(fault)
    const { headers, events } = streamed(call, CUT_TEXT)
    const half = events.slice(0, events.length / 2).join('')
    response.writeHead(200, headers).end(`${half}event: ${event}\ndata: ${fault}\n\n`)
  }

// Replies that never end by themselves.

const DRIP_EVERY_MS = 10

/** Writes as fast as the caller reads, until the caller hangs up. */
export const floods =
  (status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, JSON_TYPE)
    pipeline(Readable.from(endless()), response, () => undefined)
  }

/** The same as a small body that unpacks to much. */
export const floodsPacked =
  (status = 200): BadReply =>
  (response) => {
    response.writeHead(status, { ...JSON_TYPE, 'content-encoding': 'gzip' })
    pipeline(Readable.from(endless()), createGzip(), response, () => undefined)
  }

function* endless(): Generator<Buffer> {
  yield Buffer.from('{"choices":[{"message":{"content":"')
  const more = Buffer.alloc(2 ** 16, 'a')
  for (;;) yield more
}

/** Sends a space now and then, as JSON allows before its first character, until the caller hangs up. */
export const drips =
  (status = 200): BadReply =>
  (response) => {
    response.writeHead(status, JSON_TYPE)
    const timer = setInterval(() => response.write(' '), DRIP_EVERY_MS)
    response.once('close', () => clearInterval(timer))
  }
