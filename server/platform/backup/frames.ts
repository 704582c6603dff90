/**
 * The container of a backup, packed with gzip: frames, each a length (4 bytes, big endian) and its bytes. An empty frame ends
 * the rows of a table.
 */
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

const LENGTH = 4
/** A longer frame is written as several, so that a damaged length cannot ask for all memory. */
const MOST_BYTES = 2 ** 20

export const END_OF_ROWS = Buffer.alloc(LENGTH)

export function* framesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += MOST_BYTES) {
    const piece = bytes.subarray(start, start + MOST_BYTES)
    const length = Buffer.alloc(LENGTH)
    length.writeUInt32BE(piece.length)
    yield length
    yield piece
  }
}

/** A JSON value as a single frame. */
export function jsonFrame(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value))
  const frame = Buffer.alloc(LENGTH + text.length)
  frame.writeUInt32BE(text.length)
  text.copy(frame, LENGTH)
  return frame
}

/** Packs bytes with gzip as they come. */
export async function* packed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip()
  const feeding = pipeline(Readable.from(bytes), gzip)
  // the reader below gets the same error
  feeding.catch(() => {})
  yield* gzip as AsyncIterable<Buffer>
  await feeding
}

/**
 * Splits unpacked bytes into frames.
 * @throws {RangeError} if a frame is too long to be one, or the bytes end inside one
 */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    while (rest.length - start >= LENGTH) {
      const length = rest.readUInt32BE(start)
      if (length > MOST_BYTES) throw new RangeError('a length is wrong')
      if (rest.length - start < LENGTH + length) break
      yield rest.subarray(start + LENGTH, start + LENGTH + length)
      start += LENGTH + length
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) throw new RangeError('unexpected end of file')
}
