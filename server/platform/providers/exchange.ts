/** Requests to models, and their replies within bounds. */
import { jsonIn } from '../json.ts'

/** The bound on one reply after decompression: far more than any model writes, and small enough to hold many at once. */
export const MAX_REPLY_BYTES = 4 * 2 ** 20

/** The bound on one streamed reply, of which each event has its own: a few characters of text take hundreds of bytes. */
const MAX_STREAM_BYTES = 64 * 2 ** 20

/** A reply whose status is no success. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  /** Its JSON, or else its text; empty if it could not be read. */
  readonly body: unknown
  readonly headers: Headers

  constructor(status: number, body: unknown, headers = new Headers()) {
    super(`status ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/**
 * Makes one request, without retries and redirects.
 * @throws {HttpError} if the status is no success
 * @throws {TooLargeError} if the reply is out of bounds
 */
export async function exchange(url: URL, init: Asked): Promise<WholeReply> {
  return readWhole(await responseTo(url, init))
}

type Asked = RequestInit & { fetching?: typeof fetch | undefined }

interface WholeReply {
  bytes: Buffer
  isJson: boolean
}

const readWhole = async (response: Response): Promise<WholeReply> => ({
  bytes: await bodyWithin(response, MAX_REPLY_BYTES),
  isJson: /\bjson\b/.test(response.headers.get('content-type') ?? ''),
})

async function responseTo(url: URL, { fetching = fetch, ...init }: Asked): Promise<Response> {
  const response = await fetching(url, { ...init, redirect: 'manual' })
  if (response.ok) return response
  // an error without end is an error all the same
  const text = await bodyWithin(response, MAX_REPLY_BYTES).then(String, () => '')
  const json = jsonIn(text)
  throw new HttpError(response.status, json === undefined ? text : json, response.headers)
}

type Outcome = WholeReply | 'streamed' | { error: unknown }

/** A class of responses would make every command load Node's client for HTTP, a tenth of its CPU time. */
const outcomes = new WeakMap<Response, Outcome>()

/** The outcome of an exchange, as a response that a client hands through to its caller. It has a body only if it is streamed. */
function exchanged(outcome: Outcome, body: ReadableStream | null = null): Response {
  const response = new Response(body)
  outcomes.set(response, outcome)
  return response
}

/** A `fetch` for the clients of providers: they compose the request, and `exchange` makes it within its bounds. */
export const clientFetch =
  (fetching: typeof fetch | undefined): typeof fetch =>
  async (input, init) => {
    try {
      const url = new URL(input instanceof Request ? input.url : input)
      const response = await responseTo(url, { ...init, fetching })
      const isStreamed = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
      return isStreamed && response.body
        ? exchanged('streamed', eventsWithin(response.body))
        : exchanged(await readWhole(response))
    } catch (error) {
      return exchanged({ error })
    }
  }

/**
 * What came of a request that a client made with `clientFetch`: a whole reply, or the events of one that streams.
 * @param streams whether the client asked for a stream, which it then reads
 * @throws what `exchange` threw, as the client would have wrapped it in an error of its own
 */
export async function exchangeResult(
  call: PromiseLike<unknown> & { asResponse(): Promise<Response> },
  streams = false,
): Promise<WholeReply | { events: AsyncIterable<unknown> }> {
  const response = await call.asResponse()
  const outcome = outcomes.get(response)!
  if (outcome === 'streamed')
    return streams ? { events: (await call) as AsyncIterable<unknown> } : readWhole(response)
  if ('error' in outcome) throw outcome.error
  return outcome
}

const [NEWLINE, RETURN] = [...'\n\r'].map((sign) => sign.charCodeAt(0))

/** A stream of events within bounds. One that is out of them closes the connection. */
function eventsWithin(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let [bytes, eventBytes] = [0, 0]
  let isLineEmpty = true
  const take = (piece: Uint8Array) => {
    bytes += piece.byteLength
    eventBytes += piece.byteLength
    if (bytes > MAX_STREAM_BYTES) throw new TooLargeError(MAX_STREAM_BYTES)
    if (eventBytes > MAX_REPLY_BYTES) throw new TooLargeError(MAX_REPLY_BYTES)
    isLineEmpty &&= piece.every((byte) => byte === RETURN || byte === NEWLINE)
    if (piece.at(-1) !== NEWLINE) return
    // an empty line ends an event
    if (isLineEmpty) eventBytes = 0
    isLineEmpty = true
  }
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        for (let from = 0; from < chunk.length;) {
          const end = chunk.indexOf(NEWLINE, from) + 1 || chunk.length
          take(chunk.subarray(from, end))
          from = end
        }
        out.enqueue(chunk)
      },
    }),
  )
}

/** Thrown if a body is longer than the bound. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
  /** The bound in bytes. */
  readonly mebibytes: number

  constructor(mostBytes: number) {
    const mebibytes = Math.floor(mostBytes / 2 ** 20)
    super(`the reply is larger than ${mebibytes} MiB`)
    this.mebibytes = mebibytes
  }
}

/**
 * Reads a body. One that is out of bounds closes the connection, so memory never holds more.
 * @param mostBytes the bound in bytes, after decompression
 * @throws {TooLargeError} if it is longer
 */
export async function bodyWithin({ body }: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new TooLargeError(mostBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
