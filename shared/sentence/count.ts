/** 1,234,567 */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Rounded to two digits, since more would claim too much: 1,472 → 1,500. */
export function twoDigits(count: number, figure = withCommas): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  return figure(Math.round(count / unit) * unit)
}

/** Longer lists of names are shortened to a count. */
export const MOST_LISTED = 5

/** A, B and C */
export function listed(names: readonly string[], and = 'and'): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`
}
