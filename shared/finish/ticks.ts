/** The lowest and the highest rating of an axis. */
export type Extent = readonly [low: number, high: number]

/** The length in rating points of an axis with one rating, or with ratings that hardly differ. */
const MIN_SPAN = 10

/** The range with a margin on each side: at least ten points, or a hundred for a single rating. */
export function withMargin([low, high]: Extent, margin: number): Extent {
  const spare = high - low >= MIN_SPAN ? (high - low) * margin : 50
  return [low - spare, high + spare]
}

/** The highest number of ticks on any axis. */
const MAX_TICKS = 9

/**
 * Round numbers from `low` to `high`. Their distance is one, two or five times a power of ten. There are as many as
 * possible, but at most `most`.
 */
export function ticksWithin([low, high]: Extent, most = MAX_TICKS): number[] {
  for (const step of steps(high - low)) {
    const first = Math.ceil(low / step)
    const count = Math.floor(high / step) - first + 1
    if (count > most) continue
    return [...new Set(Array.from({ length: Math.max(0, count) }, (_, nth) => tick(first + nth, step)))]
  }
  return []
}

/** Increasing distances, starting with one that is too small for any axis of this length. */
function* steps(span: number): Generator<number> {
  if (!(span > 0 && Number.isFinite(span))) return
  const power = Math.floor(Math.log10(span)) - 2
  for (let exponent = power; exponent <= power + 4; exponent++)
    for (const lead of [1, 2, 5]) yield Number(`${lead}e${exponent}`)
}

/** Decimal steps are not exact: 3 · 0.1 is 0.30000000000000004. */
function tick(nth: number, step: number): number {
  return Number((nth * step).toPrecision(15)) + 0
}
