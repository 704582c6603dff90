import type { Place } from '../../../../shared/sentence/sentence.ts'

/** Heights in pixels: of all folded rows together, and of one. Lower ones share a line, as the hull of their bars. */
const HIGHEST = 280
const ROW = { most: 6, least: 0.8 }

/** The height of each of so many folded rows. */
export const foldedHeight = (rows: number): number => Math.min(ROW.most, HIGHEST / rows)

/**
 * Folded rows in small, each `each` pixels high, as paths in a box as wide as there are places: bars, apart from them
 * those known to be above or below the selected row, the ends of bars, and the line beside those that may be first.
 */
export function foldOf(
  places: readonly Place[],
  all: number,
  each: number,
  isKnown: (place: Place) => boolean,
) {
  const fold = { height: Math.round(places.length * each), bars: '', known: '', ends: '', line: '' }
  const end = all / 130
  const together = Math.max(1, Math.ceil(ROW.least / each))
  for (let from = 0; from < places.length; from += together) {
    const shared = places.slice(from, from + together)
    const left = Math.min(...shared.map(({ best }) => best)) - 1
    const right = Math.max(...shared.map(({ worst }) => worst))
    const [top, next] = [from * each, (from + shared.length) * each]
    const bottom = next - top > 2 ? top + 0.7 * (next - top) : next
    // absolute heights: neighbours meet without a gap
    const rect = (x: number, to: number) => `M${at(x)} ${at(top)}H${at(to)}V${at(bottom)}H${at(x)}z`
    if (shared.every(isKnown)) fold.known += rect(left, right)
    else {
      fold.bars += rect(left, right)
      if (left > 0) fold.ends += rect(left, left + end)
      if (right < all) fold.ends += rect(right - end, right)
    }
    if (shared.some(({ isFirst }) => isFirst)) fold.line += `M0 ${at(top)}V${at(next)}`
  }
  return fold
}

const at = (value: number) => Number(value.toFixed(2))
