import { setImmediate } from 'node:timers/promises'
import { boardCorrelation, type DrawnBoard } from '../../../shared/stats/compare/boards-apart.ts'
import type { Deviations } from '../../../shared/stats/intervals/bootstrap.ts'
import type { JudgeReport } from '../../../shared/contracts/index.ts'
import { fittedBoard, type FittedBoard } from './fitted-board.ts'
import type { NamedContestant, PairCount } from './tally-queries.ts'

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
