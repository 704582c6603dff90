/** A bound on the size of a request's body, with an answer that reaches its sender. */
import { bodyLimit } from 'hono/body-limit'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import { ProblemError } from '../problem.ts'

/** How long the rest of a refused body is read. */
const LONGEST_MS = 10_000

/**
 * Refuses larger bodies with `too_large`. Before the answer, the rest of a body of a stated length is read and dropped:
 * a client that is still sending would see a broken connection in place of the answer.
 * @param maxSize in bytes
 */
export const boundedBody = (maxSize: number, tooLarge: CodedMessage) =>
  bodyLimit({
    maxSize,
    onError: async (c) => {
      if (c.req.raw.body && !c.req.raw.body.locked) await dropRest(c.req.raw.body.getReader())
      throw new ProblemError('too_large', tooLarge)
    },
  })

/**
 * The bytes of a body as they arrive, for a route that stores them elsewhere than in memory.
 * @param maxSize in bytes
 * @throws {ProblemError} too_large if there are more, after the rest is dropped
 */
export async function* boundedChunks(
  { body, headers }: Request,
  maxSize: number,
  tooLarge: CodedMessage,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  let size = 0
  let isOver = Number(headers.get('content-length') ?? 0) > maxSize
  while (!isOver) {
    const { done, value } = await reader.read()
    if (done) return
    isOver = (size += value.length) > maxSize
    if (!isOver) yield value
  }
  await dropRest(reader)
  throw new ProblemError('too_large', tooLarge)
}

async function dropRest(reader: ReadableStreamDefaultReader): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), LONGEST_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // the sender has gone
  } finally {
    clearTimeout(timer)
  }
}

// Reads multipart/form-data (RFC 7578) as a stream: no part is in memory as a whole.

export interface Part {
  /** The name of the field. */
  name: string
  /** Its bytes, to be read before the next part. */
  content: AsyncGenerator<Buffer>
}

/** A body that is no multipart/form-data, or that ends too early. */
export class MultipartError extends Error {}

/** The most bytes that the headers of one part may have. */
const LARGEST_HEADERS = 16 * 1024
const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')

/** The boundary that a content type names; null if it is another type. */
export function boundaryIn(contentType: string | null): string | null {
  const found = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(
    contentType ?? '',
  )
  return found?.[1] ?? found?.[2] ?? null
}

/**
 * The parts of a form, one after another. What a reader leaves of a part is skipped.
 * @throws {MultipartError} while it is read
 */
export async function* partsOf(chunks: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const scan = new Scan(chunks)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await skip(scan.upTo(delimiter))
  for (;;) {
    const after = await scan.line()
    if (after.startsWith('--')) return
    const name = nameIn(await scan.headers())
    const content = scan.upTo(delimiter)
    yield { name, content }
    await skip(content)
  }
}

async function skip(content: AsyncGenerator<Buffer>): Promise<void> {
  while (!(await content.next()).done);
}

/** Browsers write quotes and line breaks of a name as %22, %0D and %0A. */
function nameIn(headers: string): string {
  const found = /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name="([^"]*)"/im.exec(headers)
  if (!found) throw new MultipartError('a part without a name')
  return found[1].replace(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape))
}

/** Bytes that are searched for marks. In memory are one chunk and what may begin a mark. */
class Scan {
  readonly #chunks: AsyncIterator<Uint8Array>
  /** A form begins with a delimiter, whose line break is left out. */
  #held: Buffer = LINE_END

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The bytes before a mark; the mark itself is skipped. */
  async *upTo(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark)
      if (at >= 0) {
        const before = this.#held.subarray(0, at)
        this.#held = this.#held.subarray(at + mark.length)
        if (before.length > 0) yield before
        return
      }
      const sure = Math.max(0, this.#held.length - mark.length + 1)
      const before = this.#held.subarray(0, sure)
      this.#held = this.#held.subarray(sure)
      if (before.length > 0) yield before
      await this.#more()
    }
  }

  /** The rest of the line of a delimiter, which is `--` after the last part. */
  async line(): Promise<string> {
    while (this.#held.length < 2) await this.#more()
    return this.#held.toString('latin1', 0, 2) === '--' ? '--' : this.#text(LINE_END)
  }

  headers(): Promise<string> {
    return this.#text(HEADERS_END)
  }

  async #text(mark: Buffer): Promise<string> {
    const parts: Buffer[] = []
    let size = 0
    for await (const part of this.upTo(mark)) {
      parts.push(part)
      if ((size += part.length) > LARGEST_HEADERS) throw new MultipartError('headers that are too long')
    }
    return Buffer.concat(parts).toString('utf8')
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new MultipartError('an end before the last delimiter')
    this.#held = Buffer.concat([this.#held, value])
  }
}
