const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const MONEY = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** 1,224 */
export function count(value: number): string {
  return WHOLE.format(value)
}

/** Ratings are whole points without a thousands separator, as in chess. */
export function points(value: number): string {
  return String(Math.round(value))
}

/** 0.42 */
export function money(value: number): string {
  return MONEY.format(value)
}

/** 64 %, with the space of print. */
export function share(value: number): string {
  return SHARE.format(value).replace('%', '\u00a0%')
}

/** "1 vote", "7 votes" */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** "7 Nov 2026" */
export function day(date: Date): string {
  return DAY.format(date)
}

/** How long ago, in the largest unit that says enough; a clock that runs behind gives "just now". */
export function ago(then: Date, now: number): string {
  const seconds = Math.floor((now - then.getTime()) / 1000)
  if (seconds < 1) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return `on ${day(then)}`
}
