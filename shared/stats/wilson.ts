/** The exact two-sided 95 % point of the normal distribution. */
const Z_95 = 1.959963984540054

/**
 * Wilson's interval (1927) of a proportion: `wins` of `total` decisive votes. For counts only, never for a rating.
 * Null without decisive votes.
 */
export function wilsonInterval(wins: number, total: number, z = Z_95): [number, number] | null {
  if (!(total > 0)) return null
  const share = wins / total
  const square = (z * z) / total
  const centre = (share + square / 2) / (1 + square)
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / total + square / (4 * total))
  return [wins === 0 ? 0 : centre - half, wins === total ? 1 : centre + half]
}
