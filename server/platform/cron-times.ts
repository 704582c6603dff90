/** The times of a crontab pattern in a time zone. Patterns are read by graphile-worker's own parser. */
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MINUTES_A_DAY = 24 * 60
/** 29 February on a given day of the week comes back within 40 years. */
const MOST_DAYS = 41 * 366

export interface CronTimes {
  /** The last time that is later than `after` and not later than `now`; null if there is none. */
  last(now: Date, after: Date): Date | null
  /** The first time after `after`; null if the pattern never matches. */
  next(after: Date): Date | null
  /** How many times there are in a day on which it matches. */
  perDay: number
}

/**
 * Reads five fields: minute, hour, day of the month, month, day of the week. If both days are limited, either one
 * suffices, as in cron. A time that a change of clocks leaves out comes an hour later; one that it repeats comes once.
 * @param timezone  a name of the IANA database, such as `Europe/Berlin`
 * @throws {Error} if the pattern cannot be read
 * @throws {RangeError} if there is no such time zone
 */
export async function cronTimes(pattern: string, timezone: string): Promise<CronTimes> {
  // only schedules need it
  const { parseCronItem } = await import('graphile-worker')
  const matcher = (match: string) => parseCronItem({ task: 'schedule', match }, 'schedule').match
  const [minute, hour, ...days] = pattern.trim().split(/\s+/)
  const isDay = matcher(`* * ${days.join(' ')}`)
  const isMinute = matcher(`${minute} ${hour} * * *`)
  const minutes = Array.from({ length: MINUTES_A_DAY }, (_, i) => i).filter((i) =>
    isMinute({ min: i % 60, hour: Math.floor(i / 60), date: 1, month: 1, dow: 0 }),
  )
  const zone = zoneNamed(timezone)

  /** The times of a day, ascending. @param day  its midnight as if in UTC, in ms */
  const timesOf = (day: number): number[] => {
    const of = new Date(day)
    const digest = { date: of.getUTCDate(), month: of.getUTCMonth() + 1, dow: of.getUTCDay() }
    if (!isDay({ min: 0, hour: 0, ...digest })) return []
    const times = minutes.map((one) => zone.instantOf(day + one * MINUTE_MS))
    return [...new Set(times)].sort((a, b) => a - b)
  }
  const dayOf = (at: Date) => Math.floor(zone.wallOf(at.getTime()) / DAY_MS) * DAY_MS

  return {
    perDay: minutes.length,
    last(now, after) {
      const from = dayOf(after) - DAY_MS
      for (let day = dayOf(now) + DAY_MS; day >= from; day -= DAY_MS) {
        const time = timesOf(day).findLast((one) => one <= now.getTime())
        if (time !== undefined) return time > after.getTime() ? new Date(time) : null
      }
      return null
    },
    next(after) {
      const from = dayOf(after) - DAY_MS
      for (let day = from; day < from + MOST_DAYS * DAY_MS; day += DAY_MS) {
        const time = timesOf(day).find((one) => one > after.getTime())
        if (time !== undefined) return new Date(time)
      }
      return null
    },
  }
}

/** Whether this is a name of the time zone database. */
export function isTimezone(name: string): boolean {
  try {
    zoneNamed(name)
    return true
  } catch {
    return false
  }
}

/** Times in a time zone. A wall time is in ms, as if it were in UTC. */
function zoneNamed(timezone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

  function wallOf(at: number): number {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year, month, day, hour, minute, second } = parts as Record<string, number>
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }

  function instantOf(wall: number): number {
    const before = wall - (wallOf(wall - DAY_MS) - (wall - DAY_MS))
    const after = wall - (wallOf(wall + DAY_MS) - (wall + DAY_MS))
    return [before, after].sort((a, b) => a - b).find((one) => wallOf(one) === wall) ?? before
  }

  return { wallOf, instantOf }
}
