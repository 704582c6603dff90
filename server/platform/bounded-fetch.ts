/** HTTP replies from outside, none longer than a given size, and none with more levels or parts of JSON than a reply may have. */
import { JsonBoundsError, JsonBounds } from './json-bounds.ts'

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
 * A `fetch` with a bound on every body, those of errors included.
 * @param mostBytes the bound in bytes, after decompression. A longer body throws a TooLargeError and closes the
 *   connection, so memory never holds more. A body with too much JSON in it throws a JsonBoundsError
 */
export function boundedFetch(mostBytes: number, fetching: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetching(input, init)
    if (response.body === null) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(bound(mostBytes)), { status, statusText, headers })
  }
}

function bound(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  const jsonBounds = new JsonBounds()
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) throw new TooLargeError(mostBytes)
      if (jsonBounds.isExceeded(chunk)) throw new JsonBoundsError()
      controller.enqueue(chunk)
    },
  })
}
