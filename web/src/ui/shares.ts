/** Shares and probabilities as finely as they are known, in the language spoken. */
import { wholePerCent, wholePerCentEnds } from '../../../shared/sentence/whole-per-cent.ts'
import { language } from '../words/language.svelte.ts'
import { share } from './figures.ts'

const LEAST = 0.001

/** 59.6 %, with the space of print. Only what is nothing or all of it is shown as 0.0 or 100.0 %. */
export function fineShare(value: number): string {
  return tenths(value > 0 && value < 1 ? Math.max(LEAST, Math.min(1 - LEAST, value)) : value)
}

function tenths(value: number): string {
  const digits = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language.code, digits).format(value).replace(/\s?%/, '\u00a0%')
}

/** 45.6–73.6 %. Ends may reach 0.0 and 100.0, the wider way. */
export function shareRange([low, high]: readonly [number, number]): string {
  const bare = (low < LEAST ? tenths(0) : fineShare(low)).replace(/\u00a0%$/, '')
  return `${bare}–${high > 1 - LEAST ? tenths(1) : fineShare(high)}`
}

/** 60 %, of what was estimated or counted. Only what is nothing or all of it is shown as 0 or 100 %. */
export function wholeShare(value: number): string {
  return share(wholePerCent(value) / 100)
}

/** 46 % and 74 %, the ends of an interval; near 0 and 100 % rounded outwards. */
export function wholeShareEnds(interval: readonly [number, number]): [low: string, high: string] {
  const [low, high] = wholePerCentEnds(interval)
  return [share(low / 100), share(high / 100)]
}

/** A probability to two digits; below 1 in 10,000 only that it is. */
export function chance(p: number): string {
  const format = new Intl.NumberFormat(language.code, {
    maximumSignificantDigits: 2,
    maximumFractionDigits: 4,
  })
  return p < 1e-4 ? `< ${format.format(1e-4)}` : format.format(p)
}

/** To three digits: amounts of money and time, and how many times one is the other. */
export function measure(value: number): string {
  return new Intl.NumberFormat(language.code, { maximumSignificantDigits: 3 }).format(value)
}
