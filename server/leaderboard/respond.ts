import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Env } from '../platform/http.ts'

/** 304 for who has it already; else `body`, to be asked about again every time. */
export function respond(
  c: Context<Env>,
  etag: string,
  type: string,
  body: () => string,
  vary = 'authorization',
) {
  const headers = { etag, 'cache-control': 'no-cache', vary: `${vary}, accept-encoding` }
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(etag) || known?.includes('*')) return c.body(null, 304, headers)
  return c.body(body(), 200, { ...headers, 'content-type': type })
}

/** What is sent, with its strong tag. */
export interface Tagged {
  text: string
  etag: string
}

/** Writes once what follows from one object alone, however often it is asked for. */
export function cachedJson<From extends object>(): (from: From, write: () => unknown) => Tagged {
  const written = new WeakMap<From, Tagged>()
  return (from, write) => {
    const there = written.get(from)
    if (there) return there
    const now = tagged(write())
    written.set(from, now)
    return now
  }
}

/** A value as JSON, with its tag. */
export function tagged(value: unknown): Tagged {
  const text = JSON.stringify(value)
  return { text, etag: tagOf(text) }
}

/** A strong tag of what is sent, or of all that it follows from. */
export function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}
