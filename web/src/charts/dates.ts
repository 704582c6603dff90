const DAY = 24 * 3_600_000

/**
 * How exactly the two ends of a stretch of time are to be told, in milliseconds since 1970: by the hour within a day
 * (UTC), by the day within a year, else by the month.
 */
export function unitOf([from, to]: readonly [number, number]): 'hour' | 'day' | 'month' {
  if (Math.floor(from / DAY) === Math.floor(to / DAY)) return 'hour'
  return to - from < 365 * DAY ? 'day' : 'month'
}
