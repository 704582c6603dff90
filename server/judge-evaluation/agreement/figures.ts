import type { AgreementFigures, JudgeFigures } from '../../../shared/contracts/index.ts'
import { habitsOf, LEFT, RIGHT, shareOf, TIE } from '../../../shared/stats/internal.ts'
import type { Agreement, JudgedVotes } from '../../../shared/stats/internal.ts'
import type { VoteCell } from './cell-queries.ts'
import type { RequestCell } from './request-queries.ts'

const CODES = { left: LEFT, right: RIGHT, tie: TIE } as const
const codeOf = (outcome: VoteCell['people']) => (outcome === null ? null : CODES[outcome])

/**
 * What some cells of one judge show of it.
 * @param bothOrders  whether its imported votes are known to have been asked in both orders
 */
export function figuresOf(
  cells: readonly VoteCell[],
  showings: readonly RequestCell[],
  bothOrders: boolean,
): JudgeFigures {
  const found = habitsOf(cells.map((cell) => judgedVotes(cell, bothOrders)))
  const { votes, undecidedByJudge, consistency, longer, ownFamily } = found
  return {
    votes,
    shared: found.threeWay.shared,
    threeWay: agreementFigures(found.threeWay),
    decisive: agreementFigures(found.decisive),
    undecidedByJudge,
    consistency,
    firstPosition: firstPositionOf(showings),
    longer,
    ownFamily,
  }
}

function judgedVotes(cell: VoteCell, bothOrders: boolean): JudgedVotes {
  return {
    count: cell.count,
    verdict: CODES[cell.verdict],
    people: codeOf(cell.people),
    inconsistent: cell.own || bothOrders ? cell.inconsistent : null,
    longer: codeOf(cell.longer),
    own: codeOf(cell.kin),
  }
}

export function agreementFigures({ agreed, shared, share, interval, kappa }: Agreement): AgreementFigures {
  return { hits: agreed, n: shared, share, interval, kappa }
}

function firstPositionOf(showings: readonly RequestCell[]) {
  const saying = (...words: RequestCell['said'][]) =>
    showings.reduce((sum, { said, count }) => sum + (words.includes(said) ? count : 0), 0)
  return shareOf(saying('first'), saying('first', 'second'))
}
