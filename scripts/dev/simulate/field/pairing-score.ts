import { isAbove, type Rated, type RateOptions } from '../../../../shared/stats/declare/declare.ts'
import { rate } from '../../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import type { FieldSetting } from './board-score.ts'
import { followedVotes, type PairingRule } from './pairings.ts'

/** Counts over the boards of one pairing rule. */
export interface PairingScore {
  boards: number
  recognised: number
  /** The same for votes with known times. */
  recognisedInTime: number
  /** Boards that declare only what holds for any choice of pairs. */
  uneven: number
  /** Boards with any false declaration: without the check of pairing, with it, and without it under `looks: any`. */
  unchecked: number
  checked: number
  checkedInTime: number
  anyLooks: number
  /** Pairs of unequal contestants, those declared in their true order, and those without the check. */
  unequal: number
  declared: number
  declaredUnchecked: number
}

/**
 * Board n depends only on the rule's name, the contestants, the seed and n. Separating two equal contestants counts
 * as false.
 */
export function scorePairing(
  rule: PairingRule,
  strengths: readonly number[],
  votes: number,
  { boards, rounds, seed }: FieldSetting,
): PairingScore {
  const score = {
    boards,
    recognised: 0,
    recognisedInTime: 0,
    uneven: 0,
    unchecked: 0,
    checked: 0,
    checkedInTime: 0,
    anyLooks: 0,
    unequal: 0,
    declared: 0,
    declaredUnchecked: 0,
  }
  const name = `${rule.name} ${strengths.length}`
  const ruleSeed = [...name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 2 ** 31, seed)
  for (let board = 0; board < boards; board++) {
    const boardVotes = followedVotes(rule, strengths, votes, new RandomStream(ruleSeed, board))
    const rated = (options: Partial<RateOptions>) =>
      rate(boardVotes, {
        rounds,
        seed: board,
        by: rule.prompts ? 'unit' : 'vote',
        ties: 'half',
        intervals: 'comparison',
        baseline: null,
        ...options,
      })
    const checkedByCounts = rated({ pairing: 'unknown' })
    const timed = { ...boardVotes, time: Float64Array.from(boardVotes.outcome.keys()) }
    const checked = checkedByCounts.pairingFollowsResults
      ? checkedByCounts
      : rated({ pairing: 'unknown', timed })
    const isChanged = checked.pairingFollowsResults || checkedByCounts.pairingMayFollowResults
    const unchecked = isChanged ? rated({}) : checked
    score.recognised += Number(checkedByCounts.pairingFollowsResults)
    score.recognisedInTime += Number(checked.pairingFollowsResults)
    score.uneven += Number(checkedByCounts.pairingMayFollowResults)
    score.unequal += unequalPairs(strengths)
    score.declared += rightOrders(checkedByCounts, strengths)
    score.declaredUnchecked += rightOrders(unchecked, strengths)
    score.checkedInTime += Number(isFalse(checked, strengths))
    score.checked += Number(isFalse(checkedByCounts, strengths))
    score.unchecked += Number(isFalse(unchecked, strengths))
    score.anyLooks += Number(isFalse(rated({ looks: 'any' }), strengths))
  }
  return score
}

function unequalPairs(strengths: readonly number[]): number {
  return strengths.flatMap((one) => strengths.filter((other) => one > other)).length
}

function rightOrders({ standings }: Rated, strengths: readonly number[]): number {
  return standings.reduce(
    (all, one, i) =>
      all +
      standings.filter((other, j) => strengths[i] > strengths[j] && isAbove(one.comparison, other.comparison))
        .length,
    0,
  )
}

function isFalse({ standings }: Rated, strengths: readonly number[]): boolean {
  return standings.some((one, i) =>
    standings.some(
      (other, j) => i !== j && strengths[i] <= strengths[j] && isAbove(one.comparison, other.comparison),
    ),
  )
}
