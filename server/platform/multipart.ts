/** Reads multipart/form-data (RFC 7578) as a stream: no part is in memory as a whole. */

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
