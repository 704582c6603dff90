import { compress, COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { createMiddleware } from 'hono/factory'

const isPackable = (type: string) =>
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('application/x-ndjson')

const pack = compress({ contentTypeFilter: isPackable })

/**
 * Compresses responses to GET with gzip if the client accepts it. Event streams and responses to other methods are
 * sent uncompressed.
 */
export const packed = createMiddleware((c, next) => (c.req.method === 'GET' ? pack(c, next) : next()))
