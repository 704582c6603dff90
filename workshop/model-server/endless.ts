/** Replies that never end by themselves. */
import type { ServerResponse } from 'node:http'
import { Readable, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'

const DRIP_EVERY_MS = 10

/** Writes as fast as the caller reads, until the caller hangs up. */
export function flood(response: ServerResponse, { status, gzip }: { status: number; gzip: boolean }): void {
  const encoding = gzip ? { 'content-encoding': 'gzip' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...encoding })
  const text = Readable.from(endless())
  const gone = () => undefined
  if (gzip) pipeline(text, createGzip(), response, gone)
  else pipeline(text, response, gone)
}

function* endless(): Generator<Buffer> {
  yield Buffer.from('{"choices":[{"message":{"content":"')
  const more = Buffer.alloc(2 ** 16, 'a')
  for (;;) yield more
}

/** Sends a space now and then, as JSON allows before its first character, until the caller hangs up. */
export function drip(response: ServerResponse, { status }: { status: number }): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), DRIP_EVERY_MS)
  response.once('close', () => clearInterval(timer))
}
