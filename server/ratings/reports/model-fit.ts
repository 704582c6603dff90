import {
  lackOfFit,
  threeCycles,
  worstResiduals,
  type LackOfFit,
} from '../../../shared/stats/fit/lack-of-fit.ts'
import type { Board, Cluster } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { fittedOf, numbered } from './fitted.ts'

const ROUNDS = 999
const SHOWN = 10

export interface ModelFitReport extends LackOfFit {
  /** The unit that the p-value treats as independent. */
  cluster: Cluster
  rounds: number
  /** The pairs that the model explains worst. */
  residuals: {
    contestants: [string, string]
    votes: number
    /** The share of the first contestant, and the share that the model expects. */
    share: number
    expected: number
    z: number
  }[]
  /**
   * The number of cycles of three contestants with three clear win rates, and the clearest cycle: each beat the next.
   */
  cycles: { count: number; clearest: { contestants: string[]; shares: number[] }[] }
}

/** How well one strength for each contestant explains the votes; null for fewer than two rated. */
export function modelFitReport(table: VoteTable, board: Board): ModelFitReport | null {
  const fitted = fittedOf(numbered(table, board), board)
  if (!fitted) return null
  const { names, tally, selection, theta, fisherInformation } = fitted
  const nameOf = (member: number) => names[selection.members[member]]
  const cycles = threeCycles(tally, selection)
  return {
    ...lackOfFit(tally, selection, theta, fisherInformation, { rounds: ROUNDS, seed: board.seed }),
    cluster: board.cluster,
    rounds: ROUNDS,
    residuals: worstResiduals(selection.points, theta, fisherInformation, SHOWN).map(
      ({ first, second, votes, share, expected, z }) => ({
        contestants: [nameOf(first), nameOf(second)],
        votes,
        share,
        expected,
        z,
      }),
    ),
    cycles: {
      count: cycles.length,
      clearest: cycles.slice(0, SHOWN).map(({ members, shares }) => ({
        contestants: members.map((contestant) => names[contestant]),
        shares,
      })),
    },
  }
}
