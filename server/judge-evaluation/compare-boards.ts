/** Boards of one judge or of people, fitted from counts, and how alike they are. */
import { setImmediate } from 'node:timers/promises'
import {
  boardCorrelation,
  separability,
  type DrawnBoard,
} from '../../shared/stats/compare/rank-correlation.ts'
import { bootstrapDeviations, type Deviations } from '../../shared/stats/board/covariance.ts'
import { fitWithoutVariances } from '../../shared/stats/board/strengths.ts'
import { findRated } from '../../shared/stats/board/who-is-rated.ts'
import {
  LEFT,
  pairVotes,
  RIGHT,
  subsetVotes,
  sumCells,
  TIE,
  type UnitCells,
  type Votes,
} from '../../shared/stats/fit/votes.ts'
import type { JudgeReport } from '../../shared/contracts/index.ts'
import { type NamedContestant, type PairCount, PARTS } from './tallies.ts'

/** Bootstrap rounds computed at a time. Other work of the process runs in between. */
const PORTION = 10
const PORTIONS = 20

/** The correlation of each judge's board with the board of humans, and what it tells apart, by criterion. */
export async function compareBoards(
  pairs: readonly PairCount[],
  contestants: readonly NamedContestant[],
): Promise<Map<string, JudgeReport['boards']>> {
  const boards = new Map<string, JudgeReport['boards']>()
  for (const [criterion, under] of Map.groupBy(pairs, (pair) => pair.criterion)) {
    const voters = Map.groupBy(under, ({ judge }) => judge)
    const humans = await drawRounds(fittedBoard(voters.get(null) ?? [], contestants))
    for (const [judge, votes] of voters) {
      if (judge === null) continue
      const ofJudge = await drawRounds(fittedBoard(votes, contestants))
      const sharedIds = ofJudge.ids.filter((id) => humans.ids.includes(id))
      const correlation = boardCorrelation(
        restrictBoard(ofJudge, sharedIds),
        restrictBoard(humans, sharedIds),
      )
      const all = boards.get(judge) ?? []
      const parted = separability(restrictBoard(ofJudge, ofJudge.ids))
      boards.set(judge, [
        ...all,
        { criterion, contestants: sharedIds.length, ...correlation, separability: parted },
      ])
    }
  }
  return boards
}

interface BoardDraws {
  ids: number[]
  theta: Float64Array
  portions: Deviations[]
}

async function drawRounds({ ids, theta, rounds }: FittedBoard): Promise<BoardDraws> {
  const portions: Deviations[] = []
  for (let portion = 0; ids.length > 1 && portion < PORTIONS; portion++) {
    portions.push(rounds(PORTION, portion + 1))
    await setImmediate()
  }
  return { ids, theta, portions }
}

/** The board restricted to these contestants, in this order. */
function restrictBoard({ ids, theta, portions }: BoardDraws, contestantIds: readonly number[]): DrawnBoard {
  const places = contestantIds.map((id) => ids.indexOf(id))
  const values = portions.flatMap((portion) =>
    Array.from({ length: portion.rounds }, (_, round) =>
      places.map((place) => portion.values[round * portion.contestants + place]),
    ).flat(),
  )
  const rounds = portions.length * PORTION
  return {
    theta: Float64Array.from(places, (place) => theta[place]),
    deviations:
      rounds > 0 ? { rounds, contestants: contestantIds.length, values: Float64Array.from(values) } : null,
  }
}

export type CountedPair = Omit<PairCount, 'judge' | 'criterion'>

/** Strengths of the contestants that a board rates. */
export interface FittedBoard {
  ids: number[]
  theta: Float64Array
  /**
   * Draws bootstrap rounds from a seed. Boards with equal seeds give each part of the prompts the same weights,
   * round by round.
   */
  rounds(rounds: number, seed: number): Deviations
}

/** Rates whom a board rates, by strengths as a board has them where all votes weigh the same. */
export function fittedBoard(
  pairs: readonly CountedPair[],
  contestants: readonly NamedContestant[],
): FittedBoard {
  const votes = votesOfCounts(pairs, contestants)
  const { rated } = findRated(votes)
  const chosen = subsetVotes(votes, rated)
  const paired = pairVotes(chosen, [chosen.prompt!])
  const weight = new Float64Array(paired.pair.length).fill(1)
  const strengths = fitWithoutVariances(paired, weight)
  const cells = withEmptyParts(sumCells(paired, paired.units[0], weight), chosen.prompt!)
  return {
    ids: Array.from(rated, (contestant) => contestants[contestant].id),
    theta: strengths.theta,
    rounds: (rounds, seed) => bootstrapDeviations(strengths, cells, { rounds, seed }),
  }
}

/** The votes that were counted, each on the part of its prompt. */
function votesOfCounts(pairs: readonly CountedPair[], contestants: readonly NamedContestant[]): Votes {
  const number = new Map(contestants.map(({ id }, i) => [id, i]))
  const counts = pairs.flatMap(({ lowWins, highWins, ties, ...cell }) => [
    { ...cell, outcome: LEFT, count: lowWins },
    { ...cell, outcome: RIGHT, count: highWins },
    { ...cell, outcome: TIE, count: ties },
  ])
  const votes = counts.flatMap((cell) => new Array<typeof cell>(cell.count).fill(cell))
  return {
    contestants: contestants.length,
    left: Int32Array.from(votes, ({ low }) => number.get(low)!),
    right: Int32Array.from(votes, ({ high }) => number.get(high)!),
    outcome: Uint8Array.from(votes, ({ outcome }) => outcome),
    prompt: Int32Array.from(votes, ({ part }) => part),
    person: null,
  }
}

/** The cells by all parts: one without a vote is a unit too, so that each has its number on every board. */
function withEmptyParts(cells: UnitCells, part: Int32Array): UnitCells {
  const used = new Set(part)
  let unit = 0
  const start = Int32Array.from({ length: PARTS + 1 }, (_, number) =>
    used.has(number) ? cells.start[unit++] : cells.start[unit],
  )
  return { ...cells, start }
}
