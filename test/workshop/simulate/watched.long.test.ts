/** The short version of `npm run simulate -- watched`: a few lives, the same at every run. */
import { describe, expect, it } from 'vitest'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { drawLife, countedVotes, votesOfLife, type Life, LIVES } from '../../../workshop/simulate/lives.ts'
import { crossings } from '../../../workshop/simulate/limit.ts'
import { scoreLives, looksOf } from '../../../workshop/simulate/watched.ts'

const life = (name: string, changes: Partial<Life> = {}): Life => ({
  ...LIVES.find((one) => one.name === name)!,
  ...changes,
})
/** The most of so many lives that may be false at 5 %, with two standard errors. */
const most = (lives: number) => 0.05 * lives + 2 * Math.sqrt(0.05 * 0.95 * lives)
const scored = (own: Life, lives: number, seed = 5) => scoreLives(own, { seed }, { from: 0, to: lives })
const falseOf = (lives: readonly { anyFalse: boolean }[]) => lives.filter(({ anyFalse }) => anyFalse).length

describe('boards that are looked at while votes come in', () => {
  it('declare something false in few lives, where the rule for one look does in many', () => {
    const { any, one } = scored(life('2 equals', { votesEach: 500 }), 80)
    expect(falseOf(any)).toBeLessThan(most(80))
    expect(falseOf(one)).toBeGreaterThan(most(80))
  })

  it.each([
    ['5 equals on 50 prompts, sd 0.5', { votesEach: 200 }, 25],
    ['8 equals, one joins at a third and one at two thirds', { votesEach: 150 }, 20],
  ])('declare something false in few lives: %s', (name, changes, lives) => {
    expect(falseOf(scored(life(name, changes), lives).any)).toBeLessThan(most(lives))
  })

  it('depend on the name, the seed and the number of a life', () => {
    const own = life('5 equals on 50 prompts, sd 0.5', { votesEach: 200, strengths: [0.4, 0, 0, 0, 0] })
    const six = scored(own, 6, 1)
    const { any } = scoreLives(own, { seed: 1 }, { from: 4, to: 6 })
    expect(any).toEqual(six.any.slice(4))
    expect(scored(own, 6, 2)).not.toEqual(six)
  })
})

it('a life is looked at after every vote at first, then at growing gaps, and at its end', () => {
  const own = life('2 equals')
  const looks = looksOf(own).map(({ at }) => at)
  expect(looks.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2))
  expect(looks.at(-1)).toBe(votesOfLife(own))
  expect(looks.length).toBeLessThan(300)
})

it('votes of quarantined voters are missing from all looks after the quarantine', () => {
  const own = life('5 equals by voters, the tenth that contradicts the board most in quarantine later')
  const drawn = drawLife(own, new RandomStream(1, 1))
  const total = votesOfLife(own)
  expect(countedVotes(own, drawn, total / 2).left).toHaveLength(total / 2)
  expect(countedVotes(own, drawn, total).left).toHaveLength(
    total - drawn.takenOut.reduce((sum, one) => sum + one, 0),
  )
  // who contradicts the board most has more votes than others
  expect(drawn.takenOut.reduce((sum, one) => sum + one, 0) / total).toBeGreaterThan(0.1)
  expect(drawn.takenOut.reduce((sum, one) => sum + one, 0) / total).toBeLessThan(0.2)
})

it('the boundary spends its 5 % over a whole life: a looser one is crossed too often', () => {
  const [used, , doubled] = crossings(5, 1500, 3)
  expect(used.at(-1)).toBeGreaterThan(2.5)
  expect(used.at(-1)).toBeLessThan(5)
  expect(doubled.at(-1)).toBeGreaterThan(6)
})
