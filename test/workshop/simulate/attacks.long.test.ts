/** The goals of `npm run simulate -- attacks` on a few boards of each kind. */
import { expect, it } from 'vitest'
import { ATTACKS, ORIGINS, type Origin } from '../../../workshop/simulate/crowd.ts'
import { scoreAttack, WORLDS } from '../../../workshop/simulate/attacks.ts'

const size = { boards: 3, votes: 4000, prompts: 50, rounds: 60, seed: 7, cap: 0.01 }
const ORIGIN_NAMES = Object.keys(ORIGINS) as Origin[]

it.each(WORLDS.map(({ name }) => name))(
  'of honest voters with different tastes, fewer than one in a hundred is accused, and boards keep their promise: %s',
  (world) => {
    const score = scoreAttack({ world, attack: null, ...size, boards: 12 })
    expect(score.accusedVoters / score.honestVoters).toBeLessThan(0.01)
    expect(score.alarmed).toBeLessThanOrEqual(2)
    // 5 % of 12 boards, and two standard errors
    expect(score.anyFalse.honest).toBeLessThanOrEqual(2)
  },
)

it.each(ATTACKS)(
  'an attack with a hundredth of the votes moves nobody out of a dead heat unnoticed: %s',
  (kind) => {
    for (const origin of ORIGIN_NAMES.filter((one) => ORIGINS[one].each > 1)) {
      const attack = { kind, origin, share: 0.01 }
      const score = scoreAttack({ world: 'two equally best of 8', attack, ...size })
      expect(score.unnoticed, origin).toBeLessThanOrEqual(score.falseOnTarget.honest)
      expect(score.accusedVoters / score.honestVoters, origin).toBeLessThan(0.01)
    }
  },
)

it.each(['target only', 'downvotes'] as const)(
  'an attack with a twentieth of the votes on its target alone is found, wherever it comes from: %s',
  (kind) => {
    for (const origin of ORIGIN_NAMES) {
      const attack = { kind, origin, share: 0.05 }
      const score = scoreAttack({ world: 'two equally best of 8', attack, ...size })
      expect(score.caughtVotes / score.attackVotes, origin).toBeGreaterThan(0.9)
      expect(score.falseOnTarget.defended, origin).toBeLessThanOrEqual(score.falseOnTarget.honest + 1)
    }
  },
)
