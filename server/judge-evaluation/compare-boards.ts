/** Boards of one judge or of people, fitted from counts, and how alike they are. */
import { setImmediate } from 'node:timers/promises'
import {
  boardCorrelation,
  separability,
  type DrawnBoard,
} from '../../shared/stats/compare/rank-correlation.ts'
import { type Deviations, bootstrap } from '../../shared/stats/intervals/bootstrap.ts'
import { largestComponent, halfTiePoints, type PairPoints } from '../../shared/stats/fit/points.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import type { UnitCells } from '../../shared/stats/fit/votes.ts'
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

/** Strengths of the contestants that a fit can place. */
export interface FittedBoard {
  ids: number[]
  theta: Float64Array
  /**
   * Draws bootstrap rounds from a seed. Boards with equal seeds give each part of the prompts the same weights,
   * round by round.
   */
  rounds(rounds: number, seed: number): Deviations
}

export function fittedBoard(
  pairs: readonly CountedPair[],
  contestants: readonly NamedContestant[],
): FittedBoard {
  const number = new Map(contestants.map(({ id }, i) => [id, i]))
  const rated = largestComponent(pointsIn(pairs, number))
  const ids = Array.from(rated, (contestant) => contestants[contestant].id)
  const place = new Map(ids.map((id, i) => [id, i]))
  const among = pairs.filter(({ low, high }) => place.has(low) && place.has(high))
  const points = pointsIn(among, place)
  const { theta } = fit(points)
  return {
    ids,
    theta,
    rounds: (rounds, seed) => bootstrap(points, theta, cellsOf(among, place, points), { rounds, seed }),
  }
}

/** The pairs, sorted, with half a point for a tie. @param number  of each contestant's id */
function pointsIn(pairs: readonly CountedPair[], number: ReadonlyMap<number, number>): PairPoints {
  const byPair = [...Map.groupBy(pairs, ({ low, high }) => `${low} ${high}`).values()]
    .map((parts) => ({ parts, first: number.get(parts[0].low)!, second: number.get(parts[0].high)! }))
    .sort((a, b) => a.first - b.first || a.second - b.second)
  const pointsBy = (wins: 'lowWins' | 'highWins') =>
    Float64Array.from(byPair, ({ parts }) =>
      parts.reduce((sum, part) => sum + halfTiePoints(part[wins], part.ties), 0),
    )
  return {
    contestants: number.size,
    first: Int32Array.from(byPair, ({ first }) => first),
    second: Int32Array.from(byPair, ({ second }) => second),
    firstPoints: pointsBy('lowWins'),
    secondPoints: pointsBy('highWins'),
  }
}

/** The points of each part of the prompts, which is a unit even if it has no vote. */
function cellsOf(
  pairs: readonly CountedPair[],
  number: ReadonlyMap<number, number>,
  { first, second }: PairPoints,
): UnitCells {
  const pairOf = new Map(Array.from(first, (a, pair) => [`${a} ${second[pair]}`, pair]))
  const parts = pairs.toSorted((a, b) => a.part - b.part)
  const start = new Int32Array(PARTS + 1)
  for (const { part } of parts) start[part + 1]++
  for (let part = 0; part < PARTS; part++) start[part + 1] += start[part]
  return {
    start,
    pair: Int32Array.from(parts, ({ low, high }) => pairOf.get(`${number.get(low)} ${number.get(high)}`)!),
    firstPoints: Float64Array.from(parts, ({ lowWins, ties }) => halfTiePoints(lowWins, ties)),
    secondPoints: Float64Array.from(parts, ({ highWins, ties }) => halfTiePoints(highWins, ties)),
  }
}
