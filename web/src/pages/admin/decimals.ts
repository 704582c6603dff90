import { language } from '../../words/language.svelte.ts'

const DECIMAL = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
/** What one language reads as a thousand and the other as one: better asked than guessed. */
const GROUPED = /^[+-]?[1-9]\d{0,2}([.,]\d{3})+$/

/** The number that a text is, with a point or a comma before its decimals; null where it is none, or might be two. */
export function decimalIn(text: string): number | null {
  const trimmed = text.trim()
  if (!DECIMAL.test(trimmed) || GROUPED.test(trimmed)) return null
  return Number(trimmed.replace(',', '.'))
}

/** A number as it is written into a field; empty for none. */
export function decimalShown(value: number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const format = new Intl.NumberFormat(language.code, { maximumSignificantDigits: 15, useGrouping: false })
  const shown = format.format(value)
  return GROUPED.test(shown) ? `${shown}0` : shown
}
