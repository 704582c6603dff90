/** A column of dots. */
export interface Stack {
  /** Percent of the width. */
  at: number
  dots: number
}

/** Most dots in a stack. Taller stacks are scaled down. */
const TALLEST = 8

/**
 * Counts as stacks of dots on one axis: counts too near each other to stand side by side share one. `perDot` is how
 * many counts a dot stands for.
 */
export function stacksOf(
  counts: readonly number[],
  [low, high]: readonly [number, number],
  columns: number,
): { stacks: Stack[]; perDot: number } {
  const width = Math.max(high - low, 1e-9)
  const heights = new Map<number, number>()
  for (const count of counts) {
    const column = Math.min(columns - 1, Math.max(0, Math.floor(((count - low) / width) * columns)))
    heights.set(column, (heights.get(column) ?? 0) + 1)
  }
  const perDot = Math.max(1, Math.ceil(Math.max(0, ...heights.values()) / TALLEST))
  const stacks = [...heights].map(([column, height]) => ({
    at: (100 * (column + 0.5)) / columns,
    dots: Math.ceil(height / perDot),
  }))
  return { stacks: stacks.sort((a, b) => a.at - b.at), perDot }
}
