import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { hasTag, packedTag } from './has-tag.ts'
import type { Env } from '../http.ts'
import { routeOf } from '../metrics/index.ts'
import { OF_A_BODY } from './of-a-body.ts'
import { encodingFor, readKey } from './read-key.ts'
import type { Encoding } from './read-key.ts'
import type { Reads, StoredRead } from './reads.ts'

/** Smaller bodies are sent as they are. */
const WORTH_PACKING = 1024
/** Brotli's levels above this one take several times as long for a few per cent. */
const BROTLI_LEVEL = 5
/** Headers that each response gets anew. */
const OWN_OF_EACH = new Set(['x-request-id', 'content-length', 'date'])

/**
 * Stores responses that show the boards of an arena, packed as their reader accepts them. Every request that may change
 * something empties the memory of this process; votes do not, because boards follow them by a notification. Routes make
 * the whole response also for a client that has it, so that the next ones are answered from memory.
 */
export const storeReads = ({ reads }: { reads: Reads }) =>
  createMiddleware<Env>(async (c, next) => {
    const begun = reads.begin()
    const { pathname, search } = new URL(c.req.url)
    const key =
      c.req.method === 'GET'
        ? readKey(pathname + search, (name) => c.req.header(name), reads.parameters)
        : null
    if (key !== null) c.set('mayBeStored', true)
    await next()
    if (c.req.method !== 'GET') {
      if (c.req.method !== 'HEAD' && !isOfBattles(c.req.path)) reads.forgetAll()
      return
    }
    if (isStorable(c)) {
      const read = await packedRead(c)
      c.res = new Response(new Uint8Array(read.body), c.res)
      for (const [name, value] of Object.entries(read.headers)) c.res.headers.set(name, value)
      if (key !== null) reads.store(key, c.get('shownArena')!, read, begun)
    }
    if (key !== null) leaveOutKnown(c)
  })

/** Sends 304 in place of a response that the client has. */
function leaveOutKnown(c: Context<Env>): void {
  const etag = c.res.headers.get('etag')
  if (c.res.status !== 200 || etag === null || !hasTag(c.req.header('if-none-match'), etag)) return
  const headers = new Headers(c.res.headers)
  for (const name of OF_A_BODY) headers.delete(name)
  c.res = undefined
  c.res = new Response(null, { status: 304, headers })
}

/** Whether a request draws or decides a battle. */
const isOfBattles = (path: string): boolean => /^\/api\/(arenas\/[^/]+\/)?battles\b/.test(path)

/** Whether a response is the same for all readers, until its arena changes. */
export const isStorable = (c: Context<Env>): boolean =>
  c.get('shownArena') !== undefined &&
  c.req.header('authorization') === undefined &&
  c.res.status === 200 &&
  c.res.headers.has('etag') &&
  !c.res.headers.has('set-cookie')

async function packedRead(c: Context<Env>): Promise<StoredRead> {
  const headers = Object.fromEntries([...c.res.headers].filter(([name]) => !OWN_OF_EACH.has(name)))
  const whole = Buffer.from(await c.res.arrayBuffer())
  const encoding = encodingFor(c.req.header('accept-encoding'))
  const route = routeOf(c)
  const isSmaller =
    whole.length >= WORTH_PACKING && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers['content-type'] ?? '')
  if (encoding === null || !isSmaller) return { route, headers, body: whole }
  return {
    route,
    headers: { ...headers, 'content-encoding': encoding, etag: packedTag(headers['etag']!, encoding) },
    body: await PACK[encoding](whole),
  }
}

const PACK: Record<Encoding, (whole: Buffer) => Promise<Buffer>> = {
  br: (whole) =>
    promisify(brotliCompress)(whole, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
      },
    }),
  gzip: (whole) => promisify(gzip)(whole),
}
