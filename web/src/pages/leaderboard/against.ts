import type { Board } from '../../../../shared/contracts/board.ts'
import type { Differences } from '../../../../shared/contracts/differences.ts'
import type { HeadToHead } from '../../../../shared/contracts/head-to-head.ts'
import { encountersOf, type Met } from '../../charts/pairs.ts'
import { comparisonSpan, standing } from '../../charts/span.ts'

/** What is known of one contestant against others: taken singly, and as they met. */
export interface Opponents {
  differences: Differences
  met: HeadToHead
}

export interface Duel {
  /** Null where one of the two has no rating. */
  difference: Differences['others'][number] | null
  estimated: boolean
  met: Met | null
  /**
   * For what the board's whiskers hold, where the interval of the two alone excludes 0 and the board still calls them a
   * dead heat; else null.
   */
  stillEqual: 'looks' | 'pairs' | 'both' | null
}

/** One contestant against another, seen from the first. */
export function duelOf({ differences, met }: Opponents, board: Board, name: string, other: string): Duel {
  const difference = differences.others.find((one) => one.name === other) ?? null
  return {
    difference,
    estimated: differences.estimated,
    met: encountersOf(met)(name, other),
    stillEqual: difference && excludes0(difference.interval) ? deadHeatFor(board, name, other) : null,
  }
}

const excludes0 = ([low, high]: readonly [number, number]) => low > 0 || high < 0

/** For what the whiskers of two hold that touch; null where they do not touch. */
function deadHeatFor({ contestants, looks }: Board, name: string, other: string): Duel['stillEqual'] {
  const spans = [name, other].map((oneName) => {
    const row = contestants.find((one) => one.name === oneName)
    return row ? comparisonSpan(row) : null
  })
  if (!spans[0] || !spans[1] || standing(spans[1], spans[0]) !== 'equal') return null
  const ofMany = contestants.filter(({ comparison }) => comparison !== null).length > 2
  return looks === 'any' ? (ofMany ? 'both' : 'looks') : 'pairs'
}
