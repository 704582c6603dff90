/** A bound on the size of a request's body, with an answer that reaches its sender. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
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

/** The name of a file that is the whole body. */
export const WHOLE_BODY = 'the file'

/** A body that is no multipart/form-data, or that ends too early. */
export class MultipartError extends Error {}

const LARGEST_HEADERS = 16 * 1024

/**
 * Reads multipart/form-data (RFC 7578) as a stream: no part is in memory as a whole.
 * @param store takes the field name and the bytes of a part, and reads them to their end; parts may overlap
 * @throws {MultipartError} and the errors of `chunks` and of `store`, after each `store` has ended
 */
export async function readForm(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  store: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  const contents: Readable[] = []
  const stored: Promise<void>[] = []
  try {
    const form = new Busboy({
      headers: { 'content-type': contentType },
      limits: { headerSize: LARGEST_HEADERS },
      isPartAFile: () => true,
    })
    form.on('file', (name: string | undefined, content) => {
      contents.push(content)
      const end =
        name === undefined ? Promise.reject(new Error('a part without a name')) : store(nameIn(name), content)
      end.catch((error: Error) => form.destroy(error))
      stored.push(end)
    })
    await pipeline(chunks, form)
    if (stored.length === 0) throw new Error('a form without a part')
    await Promise.all(stored)
  } catch (error) {
    for (const content of contents) content.destroy()
    await Promise.allSettled(stored)
    throw isOfParser(error as Error) ? new MultipartError((error as Error).message) : error
  }
}

/** Errors of Busboy have neither a class nor a code. */
const isOfParser = (error: Error): boolean => error.constructor === Error && !('code' in error)

/** Browsers write quotes and line breaks of a name as %22, %0D and %0A. */
const nameIn = (written: string): string =>
  written.replace(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape))
