/** Dollars, coefficients and durations, in the language of the page. */
import { decimal } from '../../ui/figures.ts'
import { language } from '../../words/language.svelte.ts'

/** With as many digits as tell something: $0.00042, $12.50. */
export function formatUsdExact(amount: number): string {
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(amount)))
  return new Intl.NumberFormat(language.code, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}

/** A coefficient of agreement with its interval: "0.71 (0.60 to 0.82)". */
export function coefficient(value: number | null, interval: readonly [number, number] | null): string {
  if (value === null) return '–'
  const [low, high] = interval?.map((end) => decimal(end, 2)) ?? []
  return low === undefined ? decimal(value, 2) : `${decimal(value, 2)} (${low} to ${high})`
}

/** "3 h 20 min", "45 s" */
export function duration(seconds: number): string {
  const unit = (value: number, name: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(language.code, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  if (seconds < 90) return unit(Math.ceil(seconds), 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return unit(minutes, 'minute')
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`
}

/** The least budget that a field takes: any above zero. */
export const LEAST_USD = 1e-6
