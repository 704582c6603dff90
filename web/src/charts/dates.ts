const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Steps between marks: so many hours, days or months. */
const STEPS: [unit: 'hour' | 'day' | 'month', every: number, about: number][] = [
  ['hour', 1, HOUR],
  ['hour', 3, 3 * HOUR],
  ['hour', 6, 6 * HOUR],
  ['hour', 12, 12 * HOUR],
  ['day', 1, DAY],
  ['day', 2, 2 * DAY],
  ['day', 7, 7 * DAY],
  ['day', 14, 14 * DAY],
  ['month', 1, 30 * DAY],
  ['month', 3, 91 * DAY],
  ['month', 6, 182 * DAY],
  ['month', 12, 365 * DAY],
]

export interface DateTick {
  /** Milliseconds since 1970. */
  at: number
  /** How exactly it is to be told. */
  unit: 'hour' | 'day' | 'month'
}

/**
 * Round moments (UTC) within a stretch of time, ends included, `most` at the most, in the finest step that has no more.
 * Weeks count from a Monday.
 */
export function dateTicks([from, to]: readonly [number, number], most: number): DateTick[] {
  if (!(to > from)) return []
  for (const [unit, every, about] of STEPS) {
    if ((to - from) / about > most + 1) continue
    const ticks = unit === 'month' ? months(from, to, every) : evenly(from, to, about)
    if (ticks.length <= most) return ticks.map((at) => ({ at, unit }))
  }
  return []
}

/** 5 January 1970 was a Monday. */
const MONDAY = 4 * DAY

function evenly(from: number, to: number, step: number): number[] {
  const origin = step > DAY ? MONDAY : 0
  const first = origin + Math.ceil((from - origin) / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step)
}

function months(from: number, to: number, every: number): number[] {
  const ticks: number[] = []
  const start = new Date(from)
  const first = Math.floor((12 * start.getUTCFullYear() + start.getUTCMonth()) / every) * every
  for (let month = first; ; month += every) {
    const at = Date.UTC(Math.floor(month / 12), month % 12)
    if (at > to) return ticks
    if (at >= from) ticks.push(at)
  }
}
