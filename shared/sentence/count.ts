import type { JudgingProgress, Warning } from '../contracts/index.ts'

/** 1,234,567 */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Rounded to one digit, since a single vote may halve such an estimate: 1,472 → 1,000. */
export function oneDigit(count: number, figure = withCommas): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)))
  return figure(Math.round(count / unit) * unit)
}

/** A share 0 … 1 in whole per cent. Only exactly nothing is 0, and only everything is 100. */
export function integerPercent(share: number): number {
  const rounded = Math.round(100 * share)
  return share > 0 && share < 1 ? Math.max(1, Math.min(99, rounded)) : rounded
}

/**
 * The ends of an interval of shares in whole per cent. Near 0 and 100 they are rounded outwards, so that no
 * interval becomes a point.
 */
export function integerPercentInterval([low, high]: readonly [number, number]): [low: number, high: number] {
  const rounded = [Math.round(100 * low), Math.round(100 * high)] as const
  return [low < 1 ? Math.min(99, rounded[0]) : 100, high > 0 ? Math.max(1, rounded[1]) : 0]
}

/** Before the run is done no larger share is shown, since rules take time too. */
const ALMOST = 0.99

/** The share of a run's calls that are made, 0 … 1. It is 1 only when the run is done. */
export function completedShare({ calls: { done, left }, status }: JudgingProgress): number {
  if (status === 'done') return 1
  return left === null || done === 0 ? 0 : Math.min(ALMOST, done / (done + left))
}

/** The most lines that a warning names. */
const MAX_LINES = 10

/** A warning in words, with the lines it is about. */
export function warningText({ message, lines = [], unit }: Warning): string {
  if (lines.length === 0) return message
  const more = lines.length > MAX_LINES ? ', …' : ''
  const element = unit === 'element' ? 'Element' : 'Line'
  return `${message} ${element}${lines.length === 1 ? '' : 's'} ${lines.slice(0, MAX_LINES).join(', ')}${more}.`
}
