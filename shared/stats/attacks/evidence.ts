import type { Aim, CastVotes, VotesByVoter } from './cast-votes.ts'
import type { Honesty } from './voter-evidence.ts'
import { KINDS, voterEvidence } from './voter-evidence.ts'

/** The number of an aim: 2 · contestant + (direction < 0). */
const numberOf = ({ contestant, direction }: Aim): number => 2 * contestant + Number(direction < 0)

export const aimOf = (number: number): Aim => ({
  contestant: number >> 1,
  direction: number % 2 === 0 ? 1 : -1,
})

/** ln likelihood ratios of all voters, as `VoterEvidence`. In columns: an arena may have a hundred thousand voters. */
export interface Evidence {
  /** Where the aims of each voter begin; the last entry is the number of all. */
  start: Int32Array
  /** The numbers of aims, and for each of them `KINDS` ratios. */
  aims: Int32Array
  ratios: Float64Array
  /** For each voter, `KINDS` ratios of aims that are missing. */
  absent: Float64Array
  /** For each voter, the ratios of the left and the right side. */
  sides: Float64Array
}

export function evidenceOf(votes: CastVotes, byVoter: VotesByVoter, honesty: Honesty): Evidence {
  const { voters } = byVoter
  let most = 0
  for (let who = 0; who < voters; who++) most += 2 * Math.min(votes.contestants, 2 * byVoter.count(who))
  const evidence: Evidence = {
    start: new Int32Array(voters + 1),
    aims: new Int32Array(most),
    ratios: new Float64Array(most * KINDS),
    absent: new Float64Array(voters * KINDS),
    sides: new Float64Array(voters * 2),
  }
  let next = 0
  for (let who = 0; who < voters; who++) {
    const { aims, absent, sides } = voterEvidence(votes, byVoter.of(who), honesty)
    for (const aim of aims) {
      evidence.aims[next] = numberOf(aim)
      evidence.ratios.set(aim.ratios, next * KINDS)
      next++
    }
    evidence.start[who + 1] = next
    evidence.absent.set(absent, who * KINDS)
    evidence.sides.set(sides, who * 2)
  }
  return evidence
}
