import { votesOf } from './points.ts'
import type { Selection } from './points.ts'
import type { Tally, UnitCells } from './tally.ts'

/** How much is known of each contestant of a fit: n_i votes on G_i units. */
export interface Evidence {
  votes: ArrayLike<number>
  units: ArrayLike<number>
}

/** Votes and units of every contestant of a selection; where votes are the units, both are the same. */
export function evidenceOf({ units }: Tally, selection: Selection): Evidence {
  const votes = votesOf(selection.points)
  return { votes, units: units ? unitsOf(units, selection) : votes }
}

function unitsOf({ units, start, unit }: UnitCells, { points, pairOf }: Selection): Int32Array {
  const counts = new Int32Array(points.contestants)
  const lastSeen = new Int32Array(units).fill(-1)
  const pairs = pairsByContestant(points.contestants, points.first, points.second)
  const inTally = new Int32Array(points.first.length)
  pairOf.forEach((chosen, pair) => chosen >= 0 && (inTally[chosen] = pair))
  for (let contestant = 0; contestant < counts.length; contestant++) {
    for (let i = pairs.start[contestant]; i < pairs.start[contestant + 1]; i++) {
      const pair = inTally[pairs.pair[i]]
      for (let cell = start[3 * pair]; cell < start[3 * pair + 3]; cell++) {
        if (lastSeen[unit[cell]] === contestant) continue
        lastSeen[unit[cell]] = contestant
        counts[contestant]++
      }
    }
  }
  return counts
}

function pairsByContestant(contestants: number, first: Int32Array, second: Int32Array) {
  const start = new Int32Array(contestants + 1)
  for (let pair = 0; pair < first.length; pair++) {
    start[first[pair] + 1]++
    start[second[pair] + 1]++
  }
  for (let contestant = 0; contestant < contestants; contestant++) start[contestant + 1] += start[contestant]
  const next = start.slice()
  const pair = new Int32Array(2 * first.length)
  for (let own = 0; own < first.length; own++) {
    pair[next[first[own]]++] = own
    pair[next[second[own]]++] = own
  }
  return { start, pair }
}
