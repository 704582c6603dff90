import { describe, expect, it } from 'vitest'
import { isAbove } from '../../../shared/stats/declare/declare.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { options } from './boards.ts'
import {
  columns,
  drawWorld,
  battlesOf,
  leaning,
  ratePlain,
  ratePowered,
  widths,
  WORLD,
  type Ballot,
  type PeopleAndJudges,
  type World,
} from './worlds.ts'
import { poweredBySearch } from './second-ways.ts'

describe('judged battles', () => {
  it('are a prompt and two contestants each, for either order of sides, with the mean score and the number of votes', () => {
    const people: Ballot[] = [
      [0, 1, 0, 0],
      [1, 0, 0, 0],
      [0, 1, 2, 1],
      [1, 2, 0, 1],
    ]
    const judges: Ballot[] = [
      [0, 1, 0, 0],
      [1, 0, 0, 0],
      [1, 0, 2, 0],
      [1, 0, 1, 2],
      [0, 2, 0, 0],
    ]
    const judged = battlesOf({ people: columns(3, 2, people), judges: columns(3, 3, judges) })
    expect(judged).toEqual({
      judges: 1,
      start: Int32Array.of(0, 2, 2),
      unit: Int32Array.of(0, 2),
      score: Float64Array.of(0.5, 1),
      labels: Float64Array.of(2, 0),
      share: Float64Array.of(1, 0),
      overlap: { judged: 2, labelled: 2, prompts: 1 },
    })
  })

  it('include ties of judges and of people, even if ties are dropped', () => {
    const people: Ballot[] = [
      [0, 1, 0, 0],
      [0, 1, 2, 0],
      [0, 1, 0, 1],
    ]
    const judges: Ballot[] = [
      [0, 1, 1, 0],
      [0, 1, 3, 0],
      [0, 1, 2, 1],
    ]
    const judged = battlesOf({ people: columns(2, 2, people), judges: columns(2, 2, judges) }, 'drop')
    expect([...judged.score]).toEqual([0.25, 0.5])
    expect([...judged.labels]).toEqual([2, 1])
  })

  it('belong to one judge each, with its share from battles without people’s votes', () => {
    const people: Ballot[] = [[0, 1, 0, 0]]
    const judges: Ballot[] = [
      [0, 1, 0, 0],
      [0, 1, 0, 1],
      [0, 1, 0, 0],
      [0, 1, 1, 0],
      [0, 1, 1, 1],
      [0, 1, 1, 2],
      [1, 0, 1, 3],
    ]
    const judged = battlesOf({
      people: columns(2, 1, people),
      judges: columns(2, 4, judges),
      judge: Int32Array.of(0, 0, 1, 2, 2, 2, 2),
    })
    expect([...judged.start]).toEqual([0, 2, 3, 7])
    expect([...judged.score]).toEqual([1, 1, 1, 0, 0, 0, 1])
    expect([...judged.share]).toEqual([0.25, 0, 0.75])
    expect(judged.overlap).toEqual({ judged: 4, labelled: 1, prompts: 1 })
  })
})

describe('judges that add nothing leave the board of people’s votes unchanged to the last bit', () => {
  const sets = drawWorld(WORLD, 1)
  const { people, judges } = sets

  it.each<[string, PeopleAndJudges]>([
    ['there are none', { people, judges: columns(4, 40, []) }],
    [
      'they say the same of everything',
      { people, judges: { ...judges, outcome: judges.outcome.map(() => 2) } },
    ],
    [
      'they judged other prompts only',
      { people, judges: { ...judges, unit: judges.unit.map((own) => own + 40), units: 190 } },
    ],
    [
      'they say the contrary',
      { people, judges: { ...judges, outcome: judges.outcome.map((own) => 1 - own) } },
    ],
  ])('%s', (_, sets) => {
    const powered = ratePowered(sets)
    expect(powered).toEqual(rate(people, options({ by: 'unit', rounds: 200 })))
    expect(powered.weight).toBe(0)
  })
})

describe('judges that agree with people', () => {
  const sets = drawWorld(WORLD, 2)

  it('shorten every interval, more so the more they judged', () => {
    const [powered, plain] = [ratePowered(sets), ratePlain(sets)]
    expect(powered.weight).toBeGreaterThan(0.5)
    widths(powered).forEach((own, i) => expect(own).toBeLessThan(0.7 * widths(plain)[i]))
  })

  it('do not change counts, records, units and who is rated', () => {
    const keep = ({ standings }: ReturnType<typeof ratePowered>) =>
      standings.map(({ status, reason, units, wins, losses, ties, votes }) => ({
        status,
        reason,
        units,
        wins,
        losses,
        ties,
        votes,
      }))
    expect(keep(ratePowered(sets))).toEqual(keep(ratePlain(sets)))
  })
})

it('judges with errors do not move the board on average, and hardly ever cause a false declaration', () => {
  const boards = 150

  const equal: World = { ...WORLD, strengths: [0, 0, 0, 0], prompts: 100, verdict: leaning }
  const sums = [0, 0, 0, 0]
  const squares = [0, 0, 0, 0]
  let [anyFalse, weights, mine, theirs] = [0, 0, 0, 0]
  for (let seed = 1; seed <= boards; seed++) {
    const sets = drawWorld(equal, seed)
    const [powered, plain] = [ratePowered(sets, { rounds: 100 }), ratePlain(sets)]
    powered.standings.forEach(({ theta }, i) => {
      sums[i] += theta!
      squares[i] += theta! ** 2
      mine += theta! ** 2
      theirs += plain.standings[i].theta! ** 2
    })
    weights += powered.weight / boards
    const bars = powered.standings.map(({ comparison }) => comparison)
    if (bars.some((own) => bars.some((other) => isAbove(own, other)))) anyFalse++
  }
  expect(weights).toBeGreaterThan(0.3)
  expect(mine).toBeLessThan(0.8 * theirs)
  sums.forEach((sum, i) => {
    const error = Math.sqrt(squares[i] / boards) / Math.sqrt(boards)
    expect(Math.abs(sum / boards)).toBeLessThan(3 * error)
  })
  expect(anyFalse / boards).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / boards))
})

describe('the choice of judged battles gives no contestant an advantage', () => {
  const boards = 60
  const equal: World = { ...WORLD, strengths: [0, 0, 0, 0], prompts: 100 }
  /** Mean strength of the first, in standard errors of it, over boards of equals. */
  const pull = (setsOf: (seed: number) => PeopleAndJudges) => {
    const thetas = Array.from({ length: boards }, (_, seed) => {
      const { standings, weight } = ratePowered(setsOf(seed), { rounds: 0 })
      expect(weight).toBeGreaterThan(0)
      return standings[0].theta!
    })
    const mean = thetas.reduce((sum, own) => sum + own, 0) / boards
    return mean / Math.sqrt(thetas.reduce((sum, own) => sum + (own - mean) ** 2, 0) / boards ** 2)
  }

  it('a second judge that favours one contestant, only where people voted, moves no rating', () => {
    const setsOf = (seed: number): PeopleAndJudges => {
      const { people, judges } = drawWorld(
        { ...equal, verdict: (own, coin) => (coin < 0.8 ? own : 1 - own) },
        seed,
      )
      const judgeVotes = [...judges.unit.keys()]
      const battlesWithVotes = judgeVotes.filter((vote) => judges.unit[vote] < WORLD.labelled)
      const ballot = (vote: number, outcome: number): Ballot => [
        judges.left[vote],
        judges.right[vote],
        outcome,
        judges.unit[vote],
      ]
      const fond = battlesWithVotes.map((vote) =>
        ballot(vote, judges.left[vote] === 0 ? 0 : judges.outcome[vote]),
      )
      return {
        people,
        judges: columns(4, 100, [...judgeVotes.map((vote) => ballot(vote, judges.outcome[vote])), ...fond]),
        judge: Int32Array.from([...judgeVotes.map(() => 0), ...fond.map(() => 1)]),
      }
    }
    expect(Math.abs(pull(setsOf))).toBeLessThan(3)
  })

  it('two judges of the same battles equal one judge with their mean scores', () => {
    const { people, judges } = drawWorld({ ...WORLD, verdict: leaning }, 7)
    const other = drawWorld({ ...WORLD, verdict: leaning }, 8).judges
    const ballots = (votes: PeopleAndJudges['judges']) =>
      [...votes.unit.keys()].map((i): Ballot => [
        votes.left[i],
        votes.right[i],
        votes.outcome[i],
        votes.unit[i],
      ])
    const both = columns(4, judges.units, [...ballots(judges), ...ballots(other)])
    const judge = Int32Array.from(both.unit, (_, vote) => Number(vote >= judges.unit.length))
    const [one, two] = [ratePowered({ people, judges: both }), ratePowered({ people, judges: both, judge })]
    expect(two.weight).toBeCloseTo(one.weight, 9)
    two.standings.forEach(({ theta, standardError }, i) => {
      expect(theta).toBeCloseTo(one.standings[i].theta!, 9)
      expect(standardError).toBeCloseTo(one.standings[i].standardError!, 6)
    })
  })
})

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
})

it.each([4, 5, 6])(
  'a second computation with plain matrices and a search for the weight agrees (world %i)',
  (seed) => {
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
  },
)

it.each([1, 2, 3, 4, 5, 6])(
  'if corrected points have no maximum, boards of few votes stay finite (%i)',
  (seed) => {
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
  },
)
