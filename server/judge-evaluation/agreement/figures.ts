import type { AgreementFigures, JudgeFigures } from '../../../shared/contracts/index.ts'
import {
  habitsOf,
  shareOf,
  type Agreement,
  type JudgedVotes,
} from '../../../shared/stats/judges/agreement.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/tally.ts'
import type { VoteCell } from './cell-queries.ts'
import type { RequestCell } from './request-queries.ts'

const CODES = { left: LEFT, right: RIGHT, tie: TIE } as const
const codeOf = (outcome: VoteCell['people']) => (outcome === null ? null : CODES[outcome])

/**
 * The figures of one judge over some of its votes.
 * @param bothOrders  whether its imported votes are known to have been judged in both orders
 */
export function figuresOf(
  cells: readonly VoteCell[],
  requests: readonly RequestCell[],
  bothOrders: boolean,
): JudgeFigures {
  const habits = habitsOf(cells.map((cell) => judgedVotes(cell, bothOrders)))
  const { votes, undecidedByJudge, consistency, longer, ownFamily } = habits
  return {
    votes,
    shared: habits.threeWay.shared,
    threeWay: agreementFigures(habits.threeWay),
    decisive: agreementFigures(habits.decisive),
    undecidedByJudge,
    consistency,
    firstPosition: firstPositionOf(requests),
    longer,
    ownFamily,
  }
}

function judgedVotes(cell: VoteCell, bothOrders: boolean): JudgedVotes {
  return {
    count: cell.count,
    verdict: CODES[cell.verdict],
    people: codeOf(cell.people),
    inconsistent: cell.madeHere || bothOrders ? cell.inconsistent : null,
    longer: codeOf(cell.longer),
    own: codeOf(cell.ownFamily),
  }
}

export function agreementFigures({ agreed, shared, share, interval, kappa }: Agreement): AgreementFigures {
  return { hits: agreed, n: shared, share, interval, kappa }
}

function firstPositionOf(requests: readonly RequestCell[]) {
  const countOf = (...words: RequestCell['verdict'][]) =>
    requests.reduce((sum, { verdict, count }) => sum + (words.includes(verdict) ? count : 0), 0)
  return shareOf(countOf('first'), countOf('first', 'second'))
}
