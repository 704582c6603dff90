import type { Board } from '../../../../shared/contracts/board.ts'
import type { Differences, HeadToHead } from '../../../../shared/contracts/reports.ts'
import { encountersOf, type Met } from '../../charts/pairs.ts'
import { comparisonSpan, standing } from '../../charts/scales.ts'

/** One contestant against all others: rating differences, and head-to-head records. */
export interface Opponents {
  differences: Differences
  met: HeadToHead
}

export interface Duel {
  /** Null: one of the two has no rating. */
  difference: Differences['others'][number] | null
  met: Met | null
  /**
   * Set if the interval of this difference excludes 0, but the whiskers of the board still overlap. Names why those are
   * wider: they hold at every look, for all pairs, or both.
   */
  stillEqual: 'looks' | 'pairs' | 'both' | null
}

/** Compares `name` with `other`, from the side of `name`. */
export function duelOf({ differences, met }: Opponents, board: Board, name: string, other: string): Duel {
  const difference = differences.others.find((one) => one.name === other) ?? null
  return {
    difference,
    met: encountersOf(met)(name, other),
    stillEqual: difference && excludes0(difference.interval) ? deadHeatFor(board, name, other) : null,
  }
}

const excludes0 = ([low, high]: readonly [number, number]) => low > 0 || high < 0

/** Why the whiskers of two contestants are wide, if they overlap or touch. Null: they are apart. */
function deadHeatFor({ contestants, looks }: Board, name: string, other: string): Duel['stillEqual'] {
  const spans = [name, other].map((oneName) => {
    const row = contestants.find((one) => one.name === oneName)
    return row ? comparisonSpan(row) : null
  })
  if (!spans[0] || !spans[1] || standing(spans[1], spans[0]) !== 'equal') return null
  const ofMany = contestants.filter(({ comparison }) => comparison !== null).length > 2
  return looks === 'any' ? (ofMany ? 'both' : 'looks') : 'pairs'
}
