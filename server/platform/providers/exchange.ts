/** Requests to models, and their replies within bounds. */

/** The bound on one reply after decompression: far more than any model writes, and small enough to hold many at once. */
export const MOST_REPLY_BYTES = 4 * 2 ** 20

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
 * @throws {TooLargeError | JsonBoundsError} if the reply is out of bounds
 */
export async function exchange(
  url: URL,
  { fetching = fetch, ...init }: RequestInit & { fetching?: typeof fetch | undefined },
): Promise<{ bytes: Buffer; isJson: boolean }> {
  const response = await fetching(url, { ...init, redirect: 'manual' })
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  if (response.ok) return { bytes: await bodyWithin(response, MOST_REPLY_BYTES), isJson }
  // an error without end is an error all the same
  const text = await bodyWithin(response, MOST_REPLY_BYTES).then(String, () => '')
  throw new HttpError(response.status, jsonOrText(text), response.headers)
}

/** The outcome of an exchange, as a response that a client hands through to its caller unread. */
class Exchanged extends Response {
  readonly outcome: Awaited<ReturnType<typeof exchange>> | { error: unknown }

  constructor(outcome: Exchanged['outcome']) {
    super(null)
    this.outcome = outcome
  }
}

/** A `fetch` for the clients of providers: they compose the request, and `exchange` makes it within its bounds. */
export const clientFetch =
  (fetching: typeof fetch | undefined): typeof fetch =>
  async (input, init) =>
    new Exchanged(
      await exchange(new URL(input instanceof Request ? input.url : input), { ...init, fetching }).catch(
        (error: unknown) => ({ error }),
      ),
    )

/**
 * What came of a request that a client made with `clientFetch`.
 * @throws what `exchange` threw, as the client would have wrapped it in an error of its own
 */
export async function outcomeOf(call: { asResponse(): Promise<Response> }) {
  const { outcome } = (await call.asResponse()) as Exchanged
  if ('error' in outcome) throw outcome.error
  return outcome
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
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
 * @throws {JsonBoundsError} if it has too much JSON in it
 */
export async function bodyWithin({ body }: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const jsonBounds = new JsonBounds()
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new TooLargeError(mostBytes)
    if (jsonBounds.isExceeded(chunk)) throw new JsonBoundsError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// Finds JSON of which a few megabytes would block the event loop, before it is parsed.

/** No reply of a provider comes near either. */
const MOST_LEVELS = 1000
const MOST_PARTS = 100_000

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) =>
  sign.charCodeAt(0),
)

/** Thrown for JSON with more than 1,000 levels, or more than 100,000 lists and objects. */
export class JsonBoundsError extends Error {
  override name = 'JsonBoundsError'

  constructor() {
    super(`the JSON has more than ${MOST_LEVELS} levels, or more than ${MOST_PARTS} lists and objects`)
  }
}

/** Counts levels, lists and objects of a JSON text in UTF-8 that arrives in pieces. In other texts the counts mean nothing. */
export class JsonBounds {
  #levels = 0
  #parts = 0
  #isInText = false
  #isEscaped = false

  /** Whether the text up to the end of this piece has more levels, or more lists and objects, than a reply may have. */
  isExceeded(piece: Uint8Array): boolean {
    for (const byte of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = this.#isInText
      else if (byte === QUOTE) this.#isInText = !this.#isInText
      else if (this.#isInText) continue
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++this.#levels > MOST_LEVELS || ++this.#parts > MOST_PARTS) return true
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#levels--
    }
    return false
  }
}
