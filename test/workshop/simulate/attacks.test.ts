/** The short form of `npm run simulate -- attacks`. */
import { expect, it } from 'vitest'
import { scoreAttack, type AttackTask } from '../../../workshop/simulate/attacks.ts'

const task = (changes: Partial<AttackTask>): AttackTask => ({
  world: 'two equally best of 8',
  attack: { kind: 'downvotes', origin: 'many networks, 5 votes a cookie', share: 0.05 },
  boards: 4,
  votes: 1500,
  prompts: 30,
  rounds: 60,
  seed: 1,
  cap: 0.01,
  ...changes,
})

it('attackers move a board, and the search for them moves it back', () => {
  const score = scoreAttack(task({}))
  expect(score.attackVotes).toBe(4 * 75)
  expect(score.moved.attacked / 4).toBeLessThan(-30)
  expect(Math.abs(score.moved.defended / 4)).toBeLessThan(10)
  expect(score.caughtVotes / score.attackVotes).toBeGreaterThan(0.9)
  expect(score.accusedVoters / score.honestVoters).toBeLessThan(0.02)
})

it('a board without attackers stays as it is, and the same seed draws the same board', () => {
  const honest = scoreAttack(task({ attack: null, boards: 3 }))
  expect(honest).toMatchObject({ attackVotes: 0, unnoticed: 0, moved: { attacked: 0 } })
  expect(honest.anyFalse.attacked).toBe(honest.anyFalse.honest)
  expect(scoreAttack(task({ attack: null, boards: 3 }))).toEqual(honest)
  expect(scoreAttack(task({ attack: null, boards: 3, seed: 2 }))).not.toEqual(honest)
})
