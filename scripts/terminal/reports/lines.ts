import { align } from '../../../server/leaderboard/render/align.ts'
import { visible } from '../../../server/leaderboard/render/display-width.ts'
import { wrap } from '../../../server/leaderboard/render/wrap.ts'

/** "57 %", with a decimal where there is room for doubt. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** "53.2–61.0 %"; empty without one. */
export function range(interval: readonly [number, number] | null): string {
  return interval ? `${(100 * interval[0]).toFixed(1)}–${percent(interval[1])}` : ''
}

/** A probability as people read it: two digits, or less than one in ten thousand. */
export const chance = (p: number): string => (p < 1e-4 ? '< 0.0001' : String(Number(p.toPrecision(2))))

/** A paragraph that fits. */
export const paragraph = (text: string, width: number): string[] => wrap(visible(text), width)

/** A table with left-aligned names first; `right` columns are numbers. */
export function table(titles: readonly string[], rows: readonly string[][], names = 1): string[] {
  const columns = titles.map((title, i) => ({
    title,
    align: i < names ? ('left' as const) : ('right' as const),
  }))
  return align(
    columns,
    rows.map((row) => row.map(visible)),
  )
}
