/** A bound on the size of a request's body, with an answer that reaches its sender. */
import { bodyLimit } from 'hono/body-limit'
import type { CodedMessage } from '../../shared/messages/index.ts'
import { ProblemError } from './problem.ts'

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
