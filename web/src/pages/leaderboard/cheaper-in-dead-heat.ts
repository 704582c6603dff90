import type { Board, BoardContestant } from '../../../../shared/contracts/board.ts'
import { isRated } from '../../charts/span.ts'

/** One in the dead heat that takes less than the highest rated there of whom that is known. */
export interface Cheaper {
  name: string
  than: string
  /** How much less, as a share of what the other takes, 0 … 1. */
  less: number
}

/** What differs by less is not worth a sentence. */
const LEAST = 0.05

type Measure = (contestant: BoardContestant) => number | null

export const COST: Measure = ({ costUsd }) => costUsd
export const TIME: Measure = ({ latencyMs }) => latencyMs ?? null

/**
 * Who of the dead heat for first takes least, beside the highest rated of it. Null without a dead heat, and where that
 * is not known of both, or hardly differs. Retired ones are nothing to choose. It says nothing of who is better.
 */
export function cheapestInDeadHeat(board: Board, measure: Measure): Cheaper | null {
  if (board.winner !== null) return null
  const inHeat = new Set(board.deadHeatForFirst)
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
