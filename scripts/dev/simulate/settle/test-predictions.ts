import { isAbove, type Rated } from '../../../../shared/stats/declare/declare.ts'
import { rate } from '../../../../shared/stats/declare/rate.ts'
import type { SettleWay } from '../../../../shared/stats/plan/to-settle.ts'
import type { VoteColumns } from '../../../../shared/stats/fit/tally.ts'
import { grownBoard, type GrowingWorld } from './growing.ts'

/** How a prediction is tested: with more votes on the same prompts, or with new prompts of equally many votes. */
export interface PredictionTest {
  world: GrowingWorld
  by: 'votes' | 'units'
  looks: 'one' | 'any'
}

/** What happened to the boards that needed more votes. */
export interface PredictionScore {
  boards: number
  /** Boards in a dead heat whose top two are not practically equal. */
  open: number
  /** How many of these predicted a number of votes. */
  advised: number
  /** How many of the open boards predicted that no number of votes on the same prompts would suffice. */
  refused: number
  /** Refused boards that twelve times the votes on the same prompts did separate. */
  refusedButSeparated: number
  /** Advised boards that were separated after the likely number. */
  atLikely: number
  /**
   * The needed growth divided by the predicted growth. Infinity if twelve times the predicted growth was not
   * enough.
   */
  ratios: number[]
}

const STEP = 1.15
const FARTHEST = 12

/** Draws boards, adds the votes that they predict, and counts the results. */
export function testPredictions(
  { world, by, looks }: PredictionTest,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): PredictionScore {
  const score: PredictionScore = {
    boards,
    open: 0,
    advised: 0,
    refused: 0,
    refusedButSeparated: 0,
    atLikely: 0,
    ratios: [],
  }
  for (let board = 0; board < boards; board++) {
    const boardSeed = seed * 100_000 + board
    const after = (growth: number) => {
      const prompts = by === 'units' ? Math.round(world.prompts * growth) : world.prompts
      const votes = by === 'votes' ? Math.round(world.votes * growth) : world.votes
      return rated(grownBoard(world, boardSeed, prompts, votes), looks, rounds, board)
    }
    const { toSettle, deadHeatForFirst } = after(1)
    if (deadHeatForFirst.length > 0) score.open++
    const way = toSettle?.ways.find((one) => one.by === by)
    if (!toSettle || !way) continue
    const [i, j] = toSettle.contestants
    const isSeparate = (growth: number) => {
      const { standings } = after(growth)
      const [one, other] = [standings[i].comparison, standings[j].comparison]
      return isAbove(one, other) || isAbove(other, one)
    }
    add(score, way, toSettle.votes, isSeparate)
  }
  return score
}

function add(
  score: PredictionScore,
  { votes }: SettleWay,
  today: number,
  isSeparate: (growth: number) => boolean,
): void {
  if (votes.likely === null) {
    score.refused++
    if (isSeparate(FARTHEST)) score.refusedButSeparated++
    return
  }
  score.advised++
  const likely = 1 + votes.likely / today
  if (isSeparate(likely)) score.atLikely++
  let growth = 1.03
  while (growth - 1 < FARTHEST * (likely - 1) && !isSeparate(growth)) growth = 1 + (growth - 1) * STEP ** 2
  score.ratios.push(growth - 1 < FARTHEST * (likely - 1) ? (growth - 1) / (likely - 1) : Infinity)
}

function rated(votes: VoteColumns, looks: 'one' | 'any', rounds: number, seed: number): Rated {
  return rate(votes, { rounds, seed, by: 'unit', ties: 'half', intervals: 'preview', baseline: null, looks })
}
