/** All contestants are equally strong. */
export function equal(contestants: number): number[] {
  return new Array<number>(contestants).fill(0)
}

/** Evenly spaced with standard deviation 0.5, in an order that separates neighbours by strength. */
export function spread(contestants: number): number[] {
  const step = 0.5 / Math.sqrt((contestants ** 2 - 1) / 12)
  return Array.from({ length: contestants }, (_, i) => step * ((i * 7) % contestants))
}

/** The first `leaders` are equally strong and `gap` above the others, who are also equal. */
export function leading(contestants: number, gap: number, leaders = 1): number[] {
  return Array.from({ length: contestants }, (_, i) => (i < leaders ? gap : 0))
}
