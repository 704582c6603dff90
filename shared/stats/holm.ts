/**
 * Holm's corrected p-values, for several tests made at once: each p times the number of p-values not smaller, and
 * never below the corrected value before it (Holm 1979, "A simple sequentially rejective multiple test procedure",
 * Scandinavian Journal of Statistics 6). The probability that any is at most alpha by chance is at most alpha,
 * under any dependence. In the given order.
 */
export function holm(p: readonly number[]): number[] {
  const adjusted = p.slice()
  let least = 0
  const rising = p.map((_, i) => i).sort((a, b) => p[a] - p[b])
  rising.forEach((at, rank) => {
    least = Math.max(least, Math.min(1, p[at] * (p.length - rank)))
    adjusted[at] = least
  })
  return adjusted
}
