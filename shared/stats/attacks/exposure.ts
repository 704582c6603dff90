import { logGamma } from '../student-t.ts'
import type { CastVotes } from './cast-votes.ts'

/** Votes in a block of time, and the fewest for each contestant. Draws within a block count as alike. */
const BLOCK = 500
const BLOCK_EACH = 20
/** A target-only attack votes on its target in this share of its votes. */
const AIMED = 0.97

/** How often voters meet a contestant, by consecutive blocks of votes. */
export interface Exposure {
  /** The share of others' votes with the contestant, at the time of these votes. */
  shareOf(own: ArrayLike<number>, contestant: number): number
}

export function exposureOf({ contestants, left, right }: CastVotes): Exposure {
  const size = Math.max(BLOCK, BLOCK_EACH * contestants)
  const blocks = Math.max(1, Math.round(left.length / size))
  const blockOf = (vote: number) => Math.min(blocks - 1, Math.floor((vote * blocks) / left.length))
  const met = new Int32Array(blocks * contestants)
  const votes = new Int32Array(blocks)
  left.forEach((own, vote) => {
    const block = blockOf(vote)
    met[block * contestants + own]++
    met[block * contestants + right[vote]]++
    votes[block]++
  })
  return {
    shareOf(own, contestant) {
      const counts = new Map<number, [with_: number, all: number]>()
      for (let i = 0; i < own.length; i++) {
        const vote = own[i]
        const count = counts.get(blockOf(vote)) ?? [0, 0]
        counts.set(blockOf(vote), count)
        count[0] += Number(left[vote] === contestant || right[vote] === contestant)
        count[1]++
      }
      let share = 0
      for (const [block, [own_, all]] of counts) {
        const others = met[block * contestants + contestant] - own_
        const prior = 2 / contestants
        share += (all / own.length) * ((others + prior) / (votes[block] - all + 1))
      }
      return Math.min(0.98, Math.max(0.002, share))
    },
  }
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b)

/**
 * ln chance that `met` of `all` votes, in a given order, are on a contestant. The voter's share follows a beta
 * distribution with mean `share` and this precision.
 */
export const honestExposure = (met: number, all: number, share: number, precision: number) =>
  logBeta(met + share * precision, all - met + (1 - share) * precision) -
  logBeta(share * precision, (1 - share) * precision)

/** The same for an attack that votes almost only on its target. */
export const aimedExposure = (met: number, all: number) =>
  met * Math.log(AIMED) + (all - met) * Math.log(1 - AIMED)
