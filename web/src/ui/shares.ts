/** Formats shares and probabilities in the language of the page. */
import { integerPercent, integerPercentInterval } from '../../../shared/sentence/count.ts'
import { language } from '../words/language.svelte.ts'
import { formatPercent } from './figures.ts'

const LEAST = 0.001

/** 59.6 %. Only exactly 0 and 1 are shown as 0.0 and 100.0 %. */
export function formatTenths(value: number): string {
  return tenths(value > 0 && value < 1 ? Math.max(LEAST, Math.min(1 - LEAST, value)) : value)
}

function tenths(value: number): string {
  const digits = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language.code, digits).format(value).replace(/\s?%/, '\u00a0%')
}

/** 45.6–73.6 %. Ends near 0.0 and 100.0 are rounded outwards. */
export function shareRange([low, high]: readonly [number, number]): string {
  const bare = (low < LEAST ? tenths(0) : formatTenths(low)).replace(/\u00a0%$/, '')
  return `${bare}–${high > 1 - LEAST ? tenths(1) : formatTenths(high)}`
}

/** 60 %. Only exactly 0 and 1 are shown as 0 and 100 %. */
export function formatWholePercent(value: number): string {
  return formatPercent(integerPercent(value) / 100)
}

/** 46 % and 74 %, the ends of an interval. Near 0 and 100 % they are rounded outwards. */
export function formatPercentInterval(interval: readonly [number, number]): [low: string, high: string] {
  const [low, high] = integerPercentInterval(interval)
  return [formatPercent(low / 100), formatPercent(high / 100)]
}

/** The same by their names. */
export function shareEnds(interval: readonly [number, number]): { low: string; high: string } {
  const [low, high] = formatPercentInterval(interval)
  return { low, high }
}

/** A probability to two digits, or "< 0.0001". */
export function formatProbability(p: number): string {
  const format = new Intl.NumberFormat(language.code, {
    maximumSignificantDigits: 2,
    maximumFractionDigits: 4,
  })
  return p < 1e-4 ? `< ${format.format(1e-4)}` : format.format(p)
}
