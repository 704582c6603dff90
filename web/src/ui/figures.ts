import { locale, type Language } from '../../../shared/contracts/language.ts'
import { languageNumbers, type Numbers } from '../../../shared/sentence/numbers.ts'
import { language } from '../words/language.svelte.ts'

function makeFormatters(code: Language) {
  const dates = locale(code)
  return {
    day: new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short', year: 'numeric' }),
    moment: new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short' }),
    zoned: new Intl.DateTimeFormat(dates, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
    utcDay: new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeZone: 'UTC' }),
    plural: new Intl.PluralRules(code),
    order: new Intl.Collator(code),
  }
}

const byLanguage = new Map<Language, ReturnType<typeof makeFormatters>>()

function here(): ReturnType<typeof makeFormatters> {
  const formatters = byLanguage.get(language.code) ?? makeFormatters(language.code)
  byLanguage.set(language.code, formatters)
  return formatters
}

/** Replaces a hyphen with a minus sign: −8. */
function withMinus(figure: string): string {
  return figure.replace('-', '−')
}

/** How the language of the page writes numbers. */
export const numbers = (): Numbers => languageNumbers(language.code)

/** 1,224 */
export const formatInteger = (value: number): string => numbers().integer(value)

/** Ratings are whole points without a thousands separator, as in chess. */
export function points(value: number): string {
  return withMinus(String(Math.round(value)))
}

/** 0.42 */
export const money = (value: number): string => decimal(value, 2)

/** 3.1, with exactly `digits` decimals; never −0. */
export const decimal = (value: number, digits: number): string => numbers().decimal(value, digits)

/** 64 %, with a no-break space. */
export const formatPercent = (value: number): string => numbers().percent(value)

/** "1 vote", "7 votes". @param plural  default: `singular` with an s */
export const countWithNoun = (value: number, singular: string, plural?: string): string =>
  numbers().counted(value, singular, plural)

/** The form of a word for a number. */
export function plural<Form>(value: number, form: Form, many: Form): Form {
  return here().plural.select(value) === 'one' ? form : many
}

/** "overall" → "Overall" */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "7 Nov 2026" */
export function day(date: Date): string {
  return here().day.format(date)
}

/** "7 Nov 2026, 14:31" @param time  a date, or its ISO 8601 text */
export function formatDateTime(time: Date | string): string {
  return here().moment.format(new Date(time))
}

/** "7 November 2026 at 14:31 CET", in the reader's time zone. */
export function zonedMoment(date: Date): string {
  return here().zoned.format(date)
}

/** A day such as "2026-11-07" in the language of the page. Any other text stays as it is. */
export function dayText(named: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(named) ? here().utcDay.format(new Date(named)) : named
}

/** Compares names in the alphabetical order of this language. Negative: `a` comes first. */
export function compareNames(a: string, b: string): number {
  return here().order.compare(a, b)
}

/** "A, B and C" */
export const listed = (names: readonly string[]): string => numbers().list(names)

/** "7 Nov 2026", in UTC, for rendered pages that may be read much later. */
export function utcDay(date: Date): string {
  return here().utcDay.format(date)
}

const format = (value: number, options: Intl.NumberFormatOptions): string =>
  withMinus(new Intl.NumberFormat(language.code, options).format(value))

/** 0.42, 0.0031, 12.50: two decimals for 0 and from 0.10 up, otherwise two significant digits. */
export function formatUsd(value: number): string {
  if (value === 0 || value >= 0.1)
    return format(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return format(value, { maximumSignificantDigits: 2 })
}

/** An amount or a ratio, to three digits. */
export function measure(value: number): string {
  return format(value, { maximumSignificantDigits: 3 })
}

/** Milliseconds as 0.84 s, 12 s. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return `${format(value, { maximumFractionDigits: value < 10 ? 2 : 0 })}\u00a0s`
}

/** The label of a tick on a time axis: "14:00", "7 Nov", "Nov 2026", in UTC. */
export function timeTick(time: number, unit: 'hour' | 'day' | 'month'): string {
  const options: Record<typeof unit, Intl.DateTimeFormatOptions> = {
    hour: { hour: '2-digit', minute: '2-digit', hour12: false },
    day: { day: 'numeric', month: 'short' },
    month: { month: 'short', year: 'numeric' },
  }
  return new Intl.DateTimeFormat(locale(language.code), { ...options[unit], timeZone: 'UTC' }).format(time)
}

/** +14, −3: a whole number with its sign; 0 has none. */
export function signed(value: number): string {
  return `${Math.round(value) > 0 ? '+' : ''}${points(value)}`
}
