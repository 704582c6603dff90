import {
  boardCorrelation,
  disagreements,
  type DrawnBoard,
} from '../../../shared/stats/compare/rank-correlation.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { drawStrengths } from '../../../shared/stats/board/draws.ts'
import { refitBoard } from './fitted.ts'

const SHOWN = 10

/** Other votes to compare a board with. */
export interface ReferenceVotes {
  /** Their name: a file, or a source. */
  name: string
  table: VoteTable
  /** Their board, computed like the first. */
  board: Board
}

export interface AgainstReport {
  against: string
  votes: number
  /** Contestants that both boards rate. */
  contestants: number
  /** Kendall's τ-b of the two boards, and its 95 % interval. */
  tau: number | null
  interval: [number, number] | null
  /** The pairs on which the boards disagree most, with predicted win rates of the first contestant. */
  disagreements: {
    contestants: [string, string]
    winRate: number
    winRateThere: number
    reversed: boolean
    /** The difference of the log odds, with its 95 % interval for this pair alone. */
    difference: number
    interval: [number, number] | null
  }[]
}

/** Compares the order of the contestants that two boards share, and lists where it differs. */
export function againstReport(table: VoteTable, board: Board, reference: ReferenceVotes): AgainstReport {
  // another stream, because the draws of the two boards count as independent
  const [boardFit, referenceFit] = [
    refitBoard(table, board),
    refitBoard(reference.table, reference.board, board.seed + 1),
  ]
  const empty = {
    against: reference.name,
    votes: reference.table.votes,
    contestants: 0,
    tau: null,
    interval: null,
  }
  const [ofHere, ofThere] = [ratedNames(boardFit), ratedNames(referenceFit)]
  if (ofHere.length < 2 || ofThere.length < 2) return { ...empty, disagreements: [] }
  const places = new Map(ofThere.map((name, i) => [name, i]))
  const shared = ofHere.flatMap((name, i) => (places.has(name) ? [{ name, i, j: places.get(name)! }] : []))
  const first = drawn(
    boardFit,
    shared.map(({ i }) => i),
  )
  const second = drawn(
    referenceFit,
    shared.map(({ j }) => j),
  )
  return {
    ...empty,
    contestants: shared.length,
    ...boardCorrelation(first, second),
    disagreements: disagreements(first, second, SHOWN).map(
      ({ i, j, firstGap: gap, secondGap: gapThere, ...disagreement }) => ({
        contestants: [shared[i].name, shared[j].name],
        winRate: sigmoid(gap),
        winRateThere: sigmoid(gapThere),
        reversed: disagreement.reversed,
        difference: disagreement.difference,
        interval: disagreement.interval,
      }),
    ),
  }
}

type Measured = ReturnType<typeof refitBoard>

/** Nobody, if the fit did not converge. */
const ratedNames = ({ names, rated: { rated, strengths } }: Measured) =>
  strengths?.converged ? Array.from(rated, (contestant) => names[contestant]) : []

/** The part of a board with these contestants; their ratings are not fitted again. */
function drawn({ rated: { strengths, measured }, draws }: Measured, chosen: readonly number[]): DrawnBoard {
  const theta = Float64Array.from(chosen, (i) => strengths!.theta[i])
  if (!measured) return { theta, deviations: null }
  const all = drawStrengths(measured, draws.rounds, draws.seed)
  const size = chosen.length
  const values = new Float64Array(all.rounds * size)
  for (let round = 0; round < all.rounds; round++)
    chosen.forEach((i, place) => (values[round * size + place] = all.values[round * all.contestants + i]))
  return { theta, deviations: { rounds: all.rounds, contestants: size, values } }
}

/** A table of ratings that somebody published: a score for each contestant, the higher the better. */
export interface RatingsTable {
  /** The file and, if it has several methods, the method. */
  name: string
  scores: ReadonlyMap<string, number>
}

export interface AgainstRatings {
  against: string
  contestants: number
  /** Kendall's τ-b of the two orders; null for fewer than two contestants, or if one side rates all alike. */
  tau: number | null
  /** The contestants whose places differ most, with their places among the shared ones, from 1. */
  moved: { contestant: string; place: number; placeThere: number }[]
}

/** Compares the order of a board with tables of ratings. A table says nothing of its error, so there is no interval. */
export const againstRatings = (
  _: VoteTable,
  board: Board,
  tables: readonly RatingsTable[],
): AgainstRatings[] => tables.map((table) => againstTable(board, table))

function againstTable(board: Board, { name, scores }: RatingsTable): AgainstRatings {
  const shared = board.contestants.flatMap(({ name, rating }) =>
    rating !== null && scores.has(name) ? [{ name, here: rating, there: scores.get(name)! }] : [],
  )
  const drawn = (figure: (row: (typeof shared)[number]) => number) => ({
    theta: Float64Array.from(shared, figure),
    deviations: null,
  })
  const { tau } = boardCorrelation(
    drawn(({ here }) => here),
    drawn(({ there }) => there),
  )
  const rankOnSide = (side: 'here' | 'there', value: number) =>
    1 + shared.filter((row) => row[side] > value).length
  const moved = shared
    .map(({ name, here, there }) => ({
      contestant: name,
      place: rankOnSide('here', here),
      placeThere: rankOnSide('there', there),
    }))
    .filter(({ place, placeThere }) => place !== placeThere)
    .sort((a, b) => Math.abs(b.place - b.placeThere) - Math.abs(a.place - a.placeThere))
    .slice(0, SHOWN)
  return { against: name, contestants: shared.length, tau, moved }
}
