import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import { mayBeFirst } from '../../../../shared/sentence/sentence.ts'
import { isRated } from '../../charts/scales.ts'

/** A contestant in the dead heat that is cheaper or faster than the highest rated one there. */
export interface Cheaper {
  name: string
  than: string
  /** How much less it takes, as a share of the other's cost or time, 0 … 1. */
  less: number
}

/** Least difference that the page mentions. */
const LEAST = 0.05

type Measure = (contestant: BoardContestant) => number | null

export const COST: Measure = ({ costUsd }) => costUsd
export const TIME: Measure = ({ latencyMs }) => latencyMs ?? null

/**
 * Finds the cheapest or fastest contestant in the dead heat for first, compared with the highest rated one. Only
 * contestants that are not retired and whose measure is known count. Null: there is no dead heat, fewer than two such
 * contestants, or hardly a difference.
 */
export function cheapestInDeadHeat(board: Board, measure: Measure): Cheaper | null {
  const inHeat = mayBeFirst(board)
  const known = board.contestants.filter(
    (one) => inHeat.has(one.name) && isRated(one) && !one.retired && measure(one) !== null,
  )
  const [first, ...others] = known.sort((a, b) => b.rating! - a.rating!)
  if (!first || others.length === 0) return null
  const dear = measure(first)!
  const least = others.reduce((best, one) => (measure(one)! < measure(best)! ? one : best))
  const less = dear > 0 ? 1 - measure(least)! / dear : 0
  return less >= LEAST ? { name: least.name, than: first.name, less } : null
}
