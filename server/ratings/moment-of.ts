const DAY_MS = 24 * 3600 * 1000

/** The time at which a view begins, or before which it ends; null if it has no such limit. */
export function momentOf(text: string | null, daysAfter: 0 | 1): Date | null {
  if (text === null) return null
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  return new Date(new Date(text).getTime() + (isDay ? daysAfter * DAY_MS : 0))
}
