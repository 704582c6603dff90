const DAY = 24 * 3_600_000

/**
 * The unit in which to print the two ends of a time range (milliseconds since 1970).
 * Hours within one UTC day, days within a year, months otherwise.
 */
export function unitOf([from, to]: readonly [number, number]): 'hour' | 'day' | 'month' {
  if (Math.floor(from / DAY) === Math.floor(to / DAY)) return 'hour'
  return to - from < 365 * DAY ? 'day' : 'month'
}
