import { votesOf } from './points.ts'
import type { Selection } from './points.ts'
import { selectCells } from './resampling.ts'
import type { Tally } from './tally.ts'

/** How much is known of each contestant of a fit: n_i votes on G_i units. */
export interface Evidence {
  votes: ArrayLike<number>
  units: ArrayLike<number>
}

/** Votes and units of every contestant of a selection; where votes are the units, both are the same. */
export function evidenceOf(tally: Tally, { points, pairOf }: Selection): Evidence {
  const votes = votesOf(points)
  if (!tally.units) return { votes, units: votes }
  const cells = selectCells(tally.units, pairOf)
  const units = new Int32Array(points.contestants)
  const lastSeen = new Int32Array(points.contestants).fill(-1)
  for (let unit = 0; unit + 1 < cells.start.length; unit++) {
    for (let cell = cells.start[unit]; cell < cells.start[unit + 1]; cell++) {
      for (const contestant of [points.first[cells.pair[cell]], points.second[cells.pair[cell]]]) {
        if (lastSeen[contestant] === unit) continue
        lastSeen[contestant] = unit
        units[contestant]++
      }
    }
  }
  return { votes, units }
}
