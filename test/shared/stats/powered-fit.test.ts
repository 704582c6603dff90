import { describe, expect, it } from 'vitest'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { firstFit, type PeopleAndJudges } from '../../../shared/stats/intervals/power.ts'
import { poweredBySearch } from './powered-second.ts'
import { columns, drawWorld, leaning, ratePowered, WORLD, type Ballot, type World } from './powered-worlds.ts'

describe('the correction', () => {
  const sets = drawWorld({ ...WORLD, verdict: leaning }, 3)
  const rated = ratePowered(sets)
  /** The weight, and how far any strength and, less exactly found, any standard error is from those of `rated`. */
  const apart = (other: ReturnType<typeof ratePowered>, order = [0, 1, 2, 3]) => [
    Math.abs(other.weight - rated.weight),
    ...order.flatMap((to, from) => {
      const [own, theirs] = [rated.standings[from], other.standings[to]]
      return [theirs.theta! - own.theta!, (theirs.standardError! - own.standardError!) / 1000].map(Math.abs)
    }),
  ]

  it('is not zero on this board', () => {
    expect(rated.weight).toBeGreaterThan(0.2)
    expect(rated.weight).toBeLessThan(1)
  })

  it('does not depend on the numbers of contestants', () => {
    const order = [2, 0, 3, 1]
    const named = ({ people, judges }: PeopleAndJudges) =>
      [people, judges].map((votes) => ({
        ...votes,
        left: votes.left.map((own) => order[own]),
        right: votes.right.map((own) => order[own]),
      }))
    const [people, judges] = named(sets)
    expect(Math.max(...apart(ratePowered({ people: people!, judges: judges! }), order))).toBeLessThan(1e-8)
  })

  it('does not depend on sides', () => {
    const swap = (votes: PeopleAndJudges['people']) => ({
      ...votes,
      left: votes.right,
      right: votes.left,
      outcome: votes.outcome.map((own) => (own < 2 ? 1 - own : own)),
    })
    expect(ratePowered({ people: swap(sets.people), judges: swap(sets.judges) })).toEqual(rated)
  })

  it('stays the same if every vote is counted twice', () => {
    const twice = (votes: PeopleAndJudges['people']) => {
      const all = [...votes.outcome.keys(), ...votes.outcome.keys()]
      return columns(
        4,
        votes.units,
        all.map((i): Ballot => [votes.left[i], votes.right[i], votes.outcome[i], votes.unit[i]]),
      )
    }
    const all = ratePowered({ people: twice(sets.people), judges: twice(sets.judges) })
    const judgesAlone = ratePowered({ people: sets.people, judges: twice(sets.judges) })
    for (const other of [all, judgesAlone]) expect(Math.max(...apart(other))).toBeLessThan(1e-8)
  })

  it('has a preview with about the standard errors of the rounds', () => {
    const preview = ratePowered(sets, { intervals: 'preview' })
    const full = ratePowered(sets, { rounds: 1000 })
    preview.standings.forEach(({ theta, standardError }, i) => {
      expect(theta).toBe(full.standings[i].theta)
      expect(standardError! / full.standings[i].standardError!).toBeGreaterThan(0.85)
      expect(standardError! / full.standings[i].standardError!).toBeLessThan(1.15)
    })
  })
})

describe('a second computation', () => {
  it.each([4, 5, 6])('with plain matrices and a search for the weight agrees (world %i)', (seed) => {
    const one = drawWorld({ ...WORLD, verdict: leaning }, seed)
    // of the odd worlds some battles are a second judge's, of the others all are one's
    const judge = one.judges.unit.map((own, vote) => Number((own + vote) % 3 === 0) * (seed % 2))
    const sets: PeopleAndJudges = { ...one, judge }
    const rated = ratePowered(sets, { rounds: 2000 })
    const second = poweredBySearch(sets)
    expect(rated.weight).toBeCloseTo(second.weight, 5)
    rated.standings.forEach(({ theta, standardError }, i) => {
      expect(theta).toBeCloseTo(second.theta[i], 5)
      expect(standardError! / second.errors[i]).toBeGreaterThan(0.88)
      expect(standardError! / second.errors[i]).toBeLessThan(1.12)
    })
  })
})

describe('if corrected points have no maximum', () => {
  const points = (first: number, second: number) => ({
    contestants: 2,
    first: Int32Array.of(0),
    second: Int32Array.of(1),
    firstPoints: Float64Array.of(first),
    secondPoints: Float64Array.of(second),
  })

  it('the weight is halved until they have one', () => {
    const { weight, fitted } = firstFit(points(2, 1), 1, (at) => fit(points(2 + 2 * at, 1 - 2 * at)))
    expect(weight).toBe(0.25)
    expect(fitted.theta[0] - fitted.theta[1]).toBeCloseTo(Math.log(5), 9)
  })

  it('and is zero in the end', () => {
    const { weight, fitted } = firstFit(points(2, 1), 1, (at) => fit(points(2 + 200 * at, 1 - 200 * at)))
    expect(weight).toBe(0)
    expect(fitted.theta[0] - fitted.theta[1]).toBeCloseTo(Math.log(2), 9)
  })

  it.each([1, 2, 3, 4, 5, 6])('boards of few votes stay finite (%i)', (seed) => {
    const few: World = {
      ...WORLD,
      contestants: 3,
      strengths: [0, 0, 0],
      labelled: 6,
      votesOfPeople: 2,
      scatter: 0.2,
    }
    const { standings } = ratePowered(drawWorld(few, seed))
    const values = standings.flatMap(({ theta, standardError, comparison }) =>
      theta === null ? [] : [theta, standardError!, ...comparison!],
    )
    for (const value of [0, ...values]) expect(Math.abs(value!)).toBeLessThan(50)
  })
})
