import { language } from '../words/language.svelte.ts'
import { points, withMinus } from './figures.ts'

const number = (options: Intl.NumberFormatOptions) => ({
  format: (value: number) => withMinus(new Intl.NumberFormat(language.code, options).format(value)),
})

/** 0.42, 0.0031, 12.50: two decimals for 0 and from 0.10 up, otherwise two significant digits. */
export function dollars(value: number): string {
  if (value === 0 || value >= 0.1)
    return number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
  return number({ maximumSignificantDigits: 2 }).format(value)
}

/** The label of an axis tick, to three digits. */
export function plain(value: number): string {
  return number({ maximumSignificantDigits: 3 }).format(value)
}

/** Milliseconds as 0.84 s, 12 s. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return `${number({ maximumFractionDigits: value < 10 ? 2 : 0 }).format(value)}\u00a0s`
}

/** The label of a tick on a time axis: "14:00", "7 Nov", "Nov 2026", in UTC. */
export function moment(at: number, unit: 'hour' | 'day' | 'month'): string {
  const options: Record<typeof unit, Intl.DateTimeFormatOptions> = {
    hour: { hour: '2-digit', minute: '2-digit', hour12: false },
    day: { day: 'numeric', month: 'short' },
    month: { month: 'short', year: 'numeric' },
  }
  return new Intl.DateTimeFormat(language.code, { ...options[unit], timeZone: 'UTC' }).format(at)
}

/** +14, −3: a whole number with its sign; 0 has none. */
export function signed(value: number): string {
  return `${Math.round(value) > 0 ? '+' : ''}${points(value)}`
}
