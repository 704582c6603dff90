/** Typed numbers, in the language of the page. */
import { language } from '../../words/language.svelte.ts'

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
