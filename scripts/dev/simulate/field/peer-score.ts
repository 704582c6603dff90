import { predictionQuantile as exceeded } from '../../../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { pairs } from '../schedules.ts'
import { equal } from '../strengths.ts'
import { resampledBy, seedOf, type FieldSetting } from './board-score.ts'
import { PEERS, peersOf, type Peer } from './peers.ts'
import { drawVotes, type By, type World } from './world.ts'

/** What one rule did in a world, and among equals that have the same votes, prompts and voters. */
export interface PeerScore {
  /** Boards of equals on which the rule declared something. */
  anyFalse: number
  /** The factor by which all that the rule needs must be multiplied to be false on 5 % of the boards of equals. */
  factor: number
  /** Pairs of unequal strength that are declared in the right order, by the rule as it is and with that factor. */
  declared: number
  declaredAtEqualError: number
}

export interface PeerScores {
  boards: number
  /** Pairs of unequal strength. */
  unequal: number
  rules: Record<Peer, PeerScore>
}

/** Boards of a world, and as many of equals in the same world. Boards with unrated contestants declare nothing. */
export function scorePeers(world: World, by: By, setting: FieldSetting): PeerScores {
  const equals = leadsOf({ ...world, strengths: equal(world.strengths.length) }, by, setting)
  const unequal = leadsOf(world, by, setting)
  const rules = PEERS.map((peer): [Peer, PeerScore] => {
    const largest = equals.map((board) => Math.max(0, ...board.map((lead) => Math.abs(lead[peer]))))
    const factor = exceeded(Float64Array.from(largest).sort(), 0.05)
    const right = unequal.flat().map((lead) => lead[peer])
    return [
      peer,
      {
        anyFalse: largest.filter((lead) => lead > 1).length,
        factor,
        declared: right.filter((lead) => lead > 1).length,
        declaredAtEqualError: right.filter((lead) => lead > factor).length,
      },
    ]
  })
  const unequalPairs = pairs(world.strengths.length).filter(
    ([i, j]) => world.strengths[i] !== world.strengths[j],
  )
  return {
    boards: setting.boards,
    unequal: setting.boards * unequalPairs.length,
    rules: Object.fromEntries(rules) as Record<Peer, PeerScore>,
  }
}

/**
 * For each board and each pair that may differ, the lead of the stronger over the weaker, as a multiple of what a
 * rule needs. Among equals, of either over the other.
 */
function leadsOf(world: World, by: By, { boards, rounds, seed }: FieldSetting): Record<Peer, number>[][] {
  const { strengths } = world
  const areEqual = strengths.every((own) => own === strengths[0])
  const ordered = pairs(strengths.length)
    .filter(([i, j]) => areEqual || strengths[i] !== strengths[j])
    .map(([i, j]) => (strengths[i] < strengths[j] ? [j, i] : [i, j]))
  return Array.from({ length: boards }, (_, board) => {
    const votes = resampledBy(drawVotes(world, new RandomStream(seedOf(world, seed), board)), by)
    const peers = peersOf(votes, by === 'vote', { rounds, seed: board, onProgress: () => undefined })
    if (!peers) return []
    const { theta, needs } = peers
    return ordered.map(
      ([i, j]) =>
        Object.fromEntries(PEERS.map((peer) => [peer, (theta[i] - theta[j]) / needs[peer](i, j)])) as Record<
          Peer,
          number
        >,
    )
  })
}
