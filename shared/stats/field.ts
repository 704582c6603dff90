import { largestComponent, strongComponents } from './connectivity.ts'
import { votesOf } from './points.ts'
import type { PairPoints } from './points.ts'
import type { ContestantStatus, ProvisionalReason } from './types.ts'

/** Who can be rated, and why the others cannot. */
export interface Field {
  /** The rated contestants, ascending. */
  rated: Int32Array
  statuses: { status: ContestantStatus; reason: ProvisionalReason | null }[]
  /** Contestants that have votes and neither lost nor tied one, ascending. */
  unbeaten: number[]
  /**
   * Unbeaten groups: the contestants of a smaller component that nobody outside it has beaten. It has either beaten
   * rated ones or is an island without a vote on them. Any of them may still be first.
   */
  unbeatenGroups: number[]
}

/** Sorts contestants by what their votes show. `points` contains all contestants. */
export function fieldOf(points: PairPoints): Field {
  const rated = largestComponent(points)
  const votes = votesOf(points)
  const won = new Float64Array(points.contestants)
  const lost = new Float64Array(points.contestants)
  for (let pair = 0; pair < points.first.length; pair++) {
    won[points.first[pair]] += points.firstPoints[pair]
    lost[points.first[pair]] += points.secondPoints[pair]
    won[points.second[pair]] += points.secondPoints[pair]
    lost[points.second[pair]] += points.firstPoints[pair]
  }
  const isRated = new Set(rated)
  const statuses = Array.from(votes, (count, contestant): Field['statuses'][number] => {
    if (count === 0) return { status: 'unrated', reason: null }
    if (isRated.has(contestant)) return { status: 'rated', reason: null }
    if (lost[contestant] === 0) return { status: 'provisional', reason: 'unbeaten' }
    if (won[contestant] === 0) return { status: 'provisional', reason: 'winless' }
    return { status: 'provisional', reason: 'disconnected' }
  })
  const unbeaten = [...statuses.keys()].filter((contestant) => statuses[contestant].reason === 'unbeaten')
  return { rated, statuses, unbeaten, unbeatenGroups: unbeatenGroups(points, statuses) }
}

function unbeatenGroups(points: PairPoints, statuses: Field['statuses']): number[] {
  if (!statuses.some(({ reason }) => reason === 'disconnected')) return []
  const component = strongComponents(points)
  const beatenFromOutside = new Set<number>()
  for (let pair = 0; pair < points.first.length; pair++) {
    const first = component[points.first[pair]]
    const second = component[points.second[pair]]
    if (first === second) continue
    if (points.firstPoints[pair] > 0) beatenFromOutside.add(second)
    if (points.secondPoints[pair] > 0) beatenFromOutside.add(first)
  }
  return [...statuses.keys()].filter(
    (contestant) =>
      statuses[contestant].reason === 'disconnected' && !beatenFromOutside.has(component[contestant]),
  )
}
