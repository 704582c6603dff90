/**
 * An amount for a sentence that asks for at least that much: never below it, so that what is told will do.
 * @param usd  from 0 on
 * @returns USD rounded up to a millionth, with four decimals or more: 0.00004, 1.5000
 */
export function atLeastUsd(usd: number): string {
  const nearest = usd.toFixed(6)
  const enough = Number(nearest) < usd ? (Number(nearest) + 0.000001).toFixed(6) : nearest
  return enough.replace(/0{1,2}$/, '')
}
