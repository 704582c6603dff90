/** Formats shares and probabilities in the language of the page. */
import { wholePerCent, wholePerCentEnds } from '../../../shared/sentence/count.ts'
import { language } from '../words/language.svelte.ts'
import { share } from './figures.ts'

const LEAST = 0.001

/** 59.6 %. Only exactly 0 and 1 are shown as 0.0 and 100.0 %. */
export function fineShare(value: number): string {
  return tenths(value > 0 && value < 1 ? Math.max(LEAST, Math.min(1 - LEAST, value)) : value)
}

function tenths(value: number): string {
  const digits = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language.code, digits).format(value).replace(/\s?%/, '\u00a0%')
}

/** 45.6–73.6 %. Ends near 0.0 and 100.0 are rounded outwards. */
export function shareRange([low, high]: readonly [number, number]): string {
  const bare = (low < LEAST ? tenths(0) : fineShare(low)).replace(/\u00a0%$/, '')
  return `${bare}–${high > 1 - LEAST ? tenths(1) : fineShare(high)}`
}

/** 60 %. Only exactly 0 and 1 are shown as 0 and 100 %. */
export function wholeShare(value: number): string {
  return share(wholePerCent(value) / 100)
}

/** 46 % and 74 %, the ends of an interval. Near 0 and 100 % they are rounded outwards. */
export function wholeShareEnds(interval: readonly [number, number]): [low: string, high: string] {
  const [low, high] = wholePerCentEnds(interval)
  return [share(low / 100), share(high / 100)]
}

/** The same by their names. */
export function shareEnds(interval: readonly [number, number]): { low: string; high: string } {
  const [low, high] = wholeShareEnds(interval)
  return { low, high }
}

/** A probability to two digits, or "< 0.0001". */
export function chance(p: number): string {
  const format = new Intl.NumberFormat(language.code, {
    maximumSignificantDigits: 2,
    maximumFractionDigits: 4,
  })
  return p < 1e-4 ? `< ${format.format(1e-4)}` : format.format(p)
}
