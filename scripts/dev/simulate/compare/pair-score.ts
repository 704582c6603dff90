import { clustersOf } from '../../../../server/comparisons/assess-criteria.ts'
import { headToHead } from '../../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { watchedMean } from '../../../../shared/stats/looks/watched-mean.ts'
import { drawVotes } from '../field/world.ts'
import type { PairWorld } from './worlds.ts'

/** In how many comparisons of one world the two contestants were separated. */
export interface PairScore {
  runs: number
  /** At one look, after the last vote. */
  once: number
  /** At any look, with one look after every vote. */
  atAnyLook: number
  /** By the interval for one look, looked at after every tenth vote. */
  peeking: number
}

const ALPHA = 0.05
/** The number of votes before the first look with the interval for one look. */
const FIRST_LOOK = 20

/** Run n depends only on the world's name, the seed and n. */
export function scorePairs(world: PairWorld, { runs, seed }: { runs: number; seed: number }): PairScore {
  const result: PairScore = { runs, once: 0, atAnyLook: 0, peeking: 0 }
  const own = [...world.name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 2 ** 31, seed)
  for (let run = 0; run < runs; run++) {
    const votes = drawVotes({ ...world, strengths: [world.lead, 0] }, new RandomStream(own, run))
    const scores = Array.from(votes.outcome, (outcome, at) => {
      if (outcome >= 2) return 0.5
      return (outcome === 0) === (votes.left[at] === 0) ? 1 : 0
    })
    const clusterKeys = scores.map((_, at) => ({
      promptId: votes.unit[at],
      voter: world.isNamed ? String(votes.crossed!.unit[at]) : null,
    }))
    const at = (count: number) => {
      const { unit, crossed } = clustersOf(clusterKeys.slice(0, count))
      return headToHead(scores.slice(0, count), unit, ALPHA, crossed)!.p <= ALPHA
    }
    const { unit, crossed } = clustersOf(clusterKeys)
    if (at(scores.length)) result.once++
    if (watchedMean(scores, unit, ALPHA, crossed).decidedFor !== null) result.atAnyLook++
    for (let count = FIRST_LOOK; count <= scores.length; count += 10)
      if (at(count)) {
        result.peeking++
        break
      }
  }
  return result
}
