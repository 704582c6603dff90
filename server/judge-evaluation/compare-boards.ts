/** Boards of one judge or of people, fitted from counts, and how alike they are. */
import { setImmediate } from 'node:timers/promises'
import { boardCorrelation, type DrawnBoard } from '../../shared/stats/compare/boards-apart.ts'
import { type Deviations, bootstrap } from '../../shared/stats/intervals/bootstrap.ts'
import { pointsAmong as among } from '../../shared/stats/fit/points.ts'
import { fieldOf } from '../../shared/stats/declare/declare.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import type { Tally, UnitCells } from '../../shared/stats/fit/tally.ts'
import type { JudgeReport } from '../../shared/contracts/index.ts'
import { type NamedContestant, type PairCount, PARTS } from './tallies.ts'

/** Bootstrap rounds computed at a time. Other work of the process runs in between. */
const PORTION = 10
const PORTIONS = 20

/** The correlation of each judge's board with the board of humans, by criterion. */
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
      const both = ofJudge.ids.filter((id) => humans.ids.includes(id))
      const correlation = boardCorrelation(restrictBoard(ofJudge, both), restrictBoard(humans, both))
      const all = boards.get(judge) ?? []
      boards.set(judge, [...all, { criterion, contestants: both.length, ...correlation }])
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

/** @param pairs  sorted by pair, then part */
export function fittedBoard(
  pairs: readonly CountedPair[],
  contestants: readonly NamedContestant[],
): FittedBoard {
  const counted = tallyOf(pairs, new Map(contestants.map(({ id }, i) => [id, i])))
  const everyone = among(counted, Int32Array.from(contestants.keys()))
  const selection = among(counted, fieldOf(everyone.points).rated)
  const { theta } = fit(selection.points)
  return {
    ids: Array.from(selection.members, (member) => contestants[member].id),
    theta,
    rounds: (rounds, seed) => bootstrap(counted, selection, theta, { rounds, seed }),
  }
}

function tallyOf(pairs: readonly CountedPair[], number: ReadonlyMap<number, number>): Tally {
  const countsByPair = [...Map.groupBy(pairs, ({ low, high }) => `${low} ${high}`).values()]
    .map((parts) => ({ parts, first: number.get(parts[0].low)!, second: number.get(parts[0].high)! }))
    .sort((a, b) => a.first - b.first || a.second - b.second)
  const wins = (['lowWins', 'highWins', 'ties'] as const).map((kind) =>
    Float64Array.from(countsByPair, ({ parts }) => parts.reduce((sum, part) => sum + part[kind], 0)),
  )
  return {
    contestants: number.size,
    first: Int32Array.from(countsByPair, ({ first }) => first),
    second: Int32Array.from(countsByPair, ({ second }) => second),
    firstWins: wins[0],
    secondWins: wins[1],
    ties: wins[2],
    units: cellsOfParts(countsByPair.map(({ parts }) => parts)),
  }
}

function cellsOfParts(countsByPair: readonly (readonly CountedPair[])[]): UnitCells {
  const start: number[] = []
  const unit: number[] = []
  const count: number[] = []
  for (const parts of countsByPair)
    for (const kind of ['lowWins', 'highWins', 'ties'] as const) {
      start.push(unit.length)
      for (const part of parts)
        if (part[kind] > 0) {
          unit.push(part.part)
          count.push(part[kind])
        }
    }
  start.push(unit.length)
  return {
    units: PARTS,
    start: Int32Array.from(start),
    unit: Int32Array.from(unit),
    count: Float64Array.from(count),
  }
}
