/** Numbers in words, once for every surface and language: separators, signs and spaces are those of Intl. */
import { locale, type Language } from '../contracts/language.ts'
import { integerPercent, integerPercentInterval } from './count.ts'

type Ends = readonly [low: number, high: number]

/** How a language writes numbers. Shares are 0 … 1. */
export interface Numbers {
  /** 1,224 */
  integer: (value: number) => string
  /** 3.1, with exactly `digits` decimals; never −0. */
  decimal: (value: number, digits: number) => string
  /** 1 vote, 1,200 votes. @param plural  default: the singular with an s */
  counted: (count: number, singular: string, plural?: string) => string
  /** 64 % */
  percent: (share: number) => string
  /** 5.2 %, 64 %: with a decimal below 10 %. */
  finePercent: (share: number) => string
  /** 97.5 %: to so many digits, without zeros at the end. */
  exactPercent: (share: number, digits?: number) => string
  /** 64 %; only nothing of it is 0 %, and only all of it 100 %. */
  share: (share: number) => string
  /** 52–74 %. Near 0 and 100 % the ends are rounded outwards. */
  shareRange: (interval: Ends) => string
  /** 59.6 %; only nothing of it is 0.0 %, and only all of it 100.0 %. */
  tenths: (share: number) => string
  /** 53.2–61.0 %. Ends near 0 and 100 % are rounded outwards. */
  tenthsRange: (interval: Ends) => string
  /** A probability to two digits, or < 0.0001. */
  chance: (p: number) => string
  /** $12.50, $0.00042: below a dollar with two digits, or as many as are asked for. */
  usd: (amount: number, digits?: number) => string
  /** A, B and C */
  list: (names: readonly string[]) => string
}

const LEAST = 0.001
const LEAST_CHANCE = 1e-4

const built = new Map<string, Numbers>()

/** @param space  stands before the sign of per cent; default: one that does not break */
export function languageNumbers(language: Language, space = '\u00a0'): Numbers {
  const key = language + space
  const numbers = built.get(key) ?? buildNumbers(language, space)
  built.set(key, numbers)
  return numbers
}

function buildNumbers(language: Language, space: string): Numbers {
  const formats = new Map<string, Intl.NumberFormat>()
  const write = (value: number, options: Intl.NumberFormatOptions): string => {
    const key = JSON.stringify(options)
    const format = formats.get(key) ?? new Intl.NumberFormat(language, options)
    formats.set(key, format)
    return format.format(value).replace('-', '−').replace(/\s?%/, `${space}%`)
  }
  // as British English has it: no comma before "and"
  const list = new Intl.ListFormat(locale(language))
  const fixed = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits })
  const inPercent = (share: number, options: Intl.NumberFormatOptions) =>
    write(share, { style: 'percent', ...options })
  const integer = (value: number) => write(value, { maximumFractionDigits: 0 })
  const decimal = (value: number, digits: number) =>
    write(value, { ...fixed(digits), signDisplay: 'negative' })
  const percent = (share: number) => inPercent(share, { maximumFractionDigits: 0 })
  const inTenths = (share: number) => inPercent(share, fixed(1))
  const tenths = (share: number) =>
    inTenths(share > 0 && share < 1 ? Math.max(LEAST, Math.min(1 - LEAST, share)) : share)
  const bare = (text: string) => text.replace(/\s?%/, '')
  return {
    integer,
    decimal,
    counted: (count, singular, plural = `${singular}s`) =>
      `${integer(count)} ${count === 1 ? singular : plural}`,
    percent,
    finePercent: (share) => inPercent(share, fixed(share < 0.1 ? 1 : 0)),
    exactPercent: (share, digits = 6) => inPercent(share, { maximumSignificantDigits: digits }),
    share: (share) => percent(integerPercent(share) / 100),
    shareRange: (interval) => {
      const [low, high] = integerPercentInterval(interval)
      return `${low}–${percent(high / 100)}`
    },
    tenths,
    tenthsRange: ([low, high]) =>
      `${bare(low < LEAST ? inTenths(0) : tenths(low))}–${high > 1 - LEAST ? inTenths(1) : tenths(high)}`,
    chance: (p) => {
      const figure = { maximumSignificantDigits: 2 }
      return p < LEAST_CHANCE ? `< ${write(LEAST_CHANCE, figure)}` : write(p, figure)
    },
    usd: (amount, digits = 2) =>
      write(amount, {
        style: 'currency',
        currency: 'USD',
        ...fixed(amount === 0 || amount >= 1 ? 2 : Math.min(8, digits - 1 - Math.floor(Math.log10(amount)))),
      }),
    list: (names) => list.format(names),
  }
}

/** What operators read, in English: 0.71 (0.60 to 0.82), or a dash; a coefficient with its interval, if that is known. */
export function coefficient(
  value: number | null,
  interval: Ends | null,
  { decimal }: Pick<Numbers, 'decimal'>,
): string {
  if (value === null) return '–'
  const ends = interval?.map((end) => decimal(end, 2)).join(' to ')
  return decimal(value, 2) + (ends ? ` (${ends})` : '')
}
