/** When new votes become public: at once, or at fixed intervals. */

/** The last time of publication; votes cast after it are not public yet. Null: all votes are public. */
export function publishedUntil(now: Date, everySeconds: number): Date | null {
  if (everySeconds === 0) return null
  const period = everySeconds * 1000
  return new Date(Math.floor(now.getTime() / period) * period)
}

/** The earliest time at which a board may count a vote cast at `now`. */
export function nextPublication(now: Date, everySeconds: number): Date {
  const last = publishedUntil(now, everySeconds)
  return last ? new Date(last.getTime() + everySeconds * 1000) : now
}
