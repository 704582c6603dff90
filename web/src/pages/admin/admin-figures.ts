/** Dollars, coefficients and typed numbers, in the language of the page. */
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

const DECIMAL = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
/** Numbers such as 1,000 that mean a thousand in one language and one in the other. They are refused. */
const GROUPED = /^[+-]?[1-9]\d{0,2}([.,]\d{3})+$/

/** Parses a number with a decimal point or comma. Null: no number, or ambiguous. */
export function parseDecimal(text: string): number | null {
  const trimmed = text.trim()
  if (!DECIMAL.test(trimmed) || GROUPED.test(trimmed)) return null
  return Number(trimmed.replace(',', '.'))
}

/** A number as the text of a field. Empty for null. */
export function formatDecimal(value: number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const format = new Intl.NumberFormat(language.code, { maximumSignificantDigits: 15, useGrouping: false })
  const shown = format.format(value)
  return GROUPED.test(shown) ? `${shown}0` : shown
}
