import { compress, COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import type { Env } from './http.ts'
import { isStorable } from './reads/index.ts'

const isPackable = (type: string) =>
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('application/x-ndjson')

const pack = compress({ contentTypeFilter: isPackable })

/**
 * Compresses responses to GET with gzip if the client accepts it. Event streams and responses to other methods are sent
 * uncompressed, and responses that are stored are compressed there.
 */
export const packed = createMiddleware<Env>(async (c, next) => {
  await next()
  if (c.req.method === 'GET' && !isStorable(c)) await pack(c, async () => {})
})
