/**
 * The p-values of several questions as they count when all are asked at once: each times how many are not smaller,
 * never below the one before it (Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian
 * Journal of Statistics 6). That any is at most alpha by chance has probability alpha at most, whatever they share.
 * In the order given.
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
