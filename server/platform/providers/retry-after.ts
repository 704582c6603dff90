/** RFC 9110, section 10.2.3, and the header in milliseconds that both providers send beside it. */

/** The longest wait in ms. A provider that asks for more is still called again after it. */
const LONGEST_MS = 600_000

/**
 * How long a server asks to wait, in ms from `now`, 10 minutes at most. Null if the header is missing or invalid.
 * `retry-after-ms` is finer and comes first; `retry-after` is in seconds or an HTTP date.
 */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | null {
  const requestedMs = askedFor(headers, now)
  return requestedMs === null ? null : Math.min(LONGEST_MS, Math.max(0, requestedMs))
}

function askedFor(headers: Headers | undefined, now: Date): number | null {
  const finer = headers?.get('retry-after-ms')?.trim()
  if (finer && NUMBER.test(finer)) return Number(finer)
  const value = headers?.get('retry-after')?.trim()
  if (!value) return null
  if (NUMBER.test(value)) return Number(value) * 1000
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : date - now.getTime()
}

const NUMBER = /^\d+(\.\d+)?$/
