/** When the public sees new votes: at once, or at moments a fixed number of seconds apart. */

/** The last moment of publication; votes cast after it are not out yet. Null: everything is. */
export function publishedUntil(now: Date, everySeconds: number): Date | null {
  if (everySeconds === 0) return null
  const period = everySeconds * 1000
  return new Date(Math.floor(now.getTime() / period) * period)
}

/** The earliest moment at which a board that counts a vote cast at `now` may appear. */
export function nextPublication(now: Date, everySeconds: number): Date {
  const last = publishedUntil(now, everySeconds)
  return last ? new Date(last.getTime() + everySeconds * 1000) : now
}
