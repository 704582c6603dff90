import { words } from '../words/words.ts'
import { day, utcDay } from './figures.ts'

/** "on 7 Nov 2026", in UTC, for rendered pages that may be read much later. */
export function onDay(date: Date): string {
  return words.ago.on({ day: utcDay(date) })
}

/** How long ago, in one unit; a date after one day. "Just now" if the device's clock is behind. */
export function ago(then: Date, now: number): string {
  const seconds = Math.floor((now - then.getTime()) / 1000)
  if (seconds < 1) return words.ago.justNow
  if (seconds < 60) return words.ago.seconds({ count: seconds })
  if (seconds < 3600) return words.ago.minutes({ count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return words.ago.hours({ count: Math.floor(seconds / 3600) })
  return words.ago.on({ day: day(then) })
}
