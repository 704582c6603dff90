import { compress, COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { createMiddleware } from 'hono/factory'

const isPackable = (type: string) =>
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('application/x-ndjson')

const pack = compress({ contentTypeFilter: isPackable })

/** Sends what is read with gzip, where whoever asks understands it; streams of news, and answers to what is sent, as they are. */
export const packed = createMiddleware((c, next) => (c.req.method === 'GET' ? pack(c, next) : next()))
