import { boardCorrelation } from '../../../shared/stats/compare/boards-apart.ts'
import type { Board } from '../../../shared/contracts/index.ts'

/** A table of ratings that somebody published: a score for each contestant, the higher the better. */
export interface RatingsTable {
  /** The file and, if it has several methods, the method. */
  what: string
  scores: ReadonlyMap<string, number>
}

export interface AgainstRatings {
  against: string
  /** Contestants that both rate. */
  contestants: number
  /** Kendall's τ-b of the two orders; null for fewer than two contestants, or if one side rates all alike. */
  tau: number | null
  /** The contestants whose places differ most, with their places among the shared ones, from 1. */
  moved: { contestant: string; place: number; placeThere: number }[]
}

const SHOWN = 10

/** Compares the order of a board with a table of ratings. A table says nothing of its error, so there is no interval. */
export function againstRatings(board: Board, { what, scores }: RatingsTable): AgainstRatings {
  const shared = board.contestants.flatMap(({ name, rating }) =>
    rating !== null && scores.has(name) ? [{ name, here: rating, there: scores.get(name)! }] : [],
  )
  const drawn = (of: (one: (typeof shared)[number]) => number) => ({
    theta: Float64Array.from(shared, of),
    deviations: null,
  })
  const { tau } = boardCorrelation(
    drawn(({ here }) => here),
    drawn(({ there }) => there),
  )
  const placeOf = (side: 'here' | 'there', value: number) =>
    1 + shared.filter((other) => other[side] > value).length
  const moved = shared
    .map(({ name, here, there }) => ({
      contestant: name,
      place: placeOf('here', here),
      placeThere: placeOf('there', there),
    }))
    .filter(({ place, placeThere }) => place !== placeThere)
    .sort((a, b) => Math.abs(b.place - b.placeThere) - Math.abs(a.place - a.placeThere))
    .slice(0, SHOWN)
  return { against: what, contestants: shared.length, tau, moved }
}
