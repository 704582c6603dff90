import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialTail, normalQuantile, signTest } from '../../../shared/stats/numbers/distributions.ts'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { gamma, RandomStream } from '../../../shared/stats/numbers/random.ts'
import { planSharedVotes, planVotes } from '../../../shared/stats/plan/plan.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/tally.ts'
import { normal } from '../../../workshop/simulate/world.ts'
import { board, duel, options, type Row } from './boards.ts'

/** P(W ≥ wins) for wins = 0 … total, with p in hundredths, by whole numbers alone. */
function exactTails(total: number, hundredths: number): number[] {
  const [p, q] = [BigInt(hundredths), BigInt(100 - hundredths)]
  let choose = 1n
  const terms = Array.from({ length: total + 1 }, (_, k) => {
    if (k > 0) choose = (choose * BigInt(total - k + 1)) / BigInt(k)
    return choose * p ** BigInt(k) * q ** BigInt(total - k)
  })
  const whole = 100n ** BigInt(total)
  let sum = 0n
  return terms
    .reverse()
    .map((term) => Number(((sum += term) * 10n ** 18n) / whole) / 1e18)
    .reverse()
}

it.each([
  [0.5, 0],
  [0.2, 0.8416212335729143],
  [0.1, 1.2815515655446004],
  [0.025, 1.959963984540054],
  [0.005, 2.5758293035489004],
  [1e-9, 5.9978070150076865],
  [0.975, -1.959963984540054],
])('the normal quantile of %d is %d', (tail, expected) =>
  expect(normalQuantile(tail)).toBeCloseTo(expected, 12),
)

describe('the binomial tail', () => {
  it('equals a computation in whole numbers', () => {
    const counts = fc.integer({ min: 0, max: 80 })
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 1, max: 99 }), (wins, total, hundredths) => {
        const tail = exactTails(total, hundredths)[wins] ?? 0
        expect(binomialTail(wins, total, hundredths / 100)).toBeCloseTo(tail, 12)
      }),
      { numRuns: 300 },
    )
  })

  it('is 0 and 1 at its ends', () => {
    expect([binomialTail(0, 5, 0.3), binomialTail(6, 5, 0.3)]).toEqual([1, 0])
    expect([binomialTail(2, 5, 0), binomialTail(2, 5, 1)]).toEqual([0, 1])
    expect(binomialTail(500_000, 1_000_000, 0.5)).toBeCloseTo(0.5 + 0.000398942, 8)
  })

  it('gives the sign test', () => {
    expect(signTest(15, 5)).toBeCloseTo(0.04138946533203125, 12)
    expect(signTest(5, 15)).toBe(signTest(15, 5))
    expect([signTest(7, 7), signTest(0, 0)]).toEqual([1, 1])
  })
})

describe('a plan', () => {
  it.each([
    [0.55, 385, 783],
    [0.6, 97, 194],
    [0.75, 16, 29],
    [0.52, 2401, 4904],
    [1, 4, 4],
  ])('for a win rate of %d needs %d and %d votes', (winRate, significance, power) => {
    expect(planVotes(winRate)).toMatchObject({
      winRate,
      alpha: 0.05,
      power: 0.8,
      votesForSignificance: significance,
      votesForPower: power,
    })
  })

  it.each([60, 65, 70, 80, 90])('for %i %% has the exact numbers found by trying all', (hundredths) => {
    const boards = Array.from({ length: 260 }, (_, i) => {
      const [fair, tails] = [exactTails(i + 1, 50), exactTails(i + 1, hundredths)]
      const least = fair.findIndex((tail) => 2 * tail <= 0.05)
      const needed = least < 0 ? i + 2 : least
      const other = exactTails(i + 1, 100 - hundredths)
      return { votes: i + 1, needed, power: (tails[needed] ?? 0) + (other[needed] ?? 0) }
    })
    const { exactVotesForPower, exactVotesForSignificance } = planVotes(hundredths / 100)
    expect(exactVotesForPower).toBe(boards.findLast(({ power }) => power < 0.8)!.votes + 1)
    expect(exactVotesForSignificance).toBe(
      boards.findLast(({ votes, needed }) => Math.ceil((votes * hundredths) / 100) < needed)!.votes + 1,
    )
  })

  it('needs six wins in a row, as the sign test does', () => {
    expect(planVotes(1)).toMatchObject({ exactVotesForSignificance: 6, exactVotesForPower: 6 })
  })

  it('has no exact number for millions of votes, and refuses invalid arguments', () => {
    expect(planVotes(0.5001)).toMatchObject({ exactVotesForSignificance: null, exactVotesForPower: null })
    for (const args of [[0.5], [1.1], [NaN], [0.6, 0], [0.6, 0.05, 1]] as const)
      expect(() => planVotes(...(args as [number]))).toThrow(RangeError)
  })
})

describe('a plan for votes that share prompts or voters', () => {
  it('is Kish’s design effect and the t quantile, worked by hand for 100 prompts', () => {
    // t with 99 degrees at the tail of z = 1.959964 is 1.984217, times sqrt(101/99) = 2.004159
    const independent = ((2.004159 / 2 + 0.841621 * Math.sqrt(0.6 * 0.4)) / 0.1) ** 2
    const votes = (independent * 0.9) / (1 - (independent * 0.1) / 100)
    expect(planSharedVotes(0.6, 0.05, 0.8, [{ units: 100, correlation: 0.1 }]).votesForPower).toBe(
      Math.ceil(votes),
    )
  })

  it('says that no number of votes is enough on few prompts, and how many prompts would be', () => {
    const on = (units: number) => planSharedVotes(0.55, 0.05, 0.8, [{ units, correlation: 0.1 }])
    const { votesForPower, fewestUnits } = on(40)
    expect(votesForPower).toBeNull()
    expect(on(fewestUnits! - 1).votesForPower).toBeNull()
    expect(on(fewestUnits!).votesForPower).toBeGreaterThan(on(10 * fewestUnits!).votesForPower!)
  })

  it('nears the plan for independent votes with many units and no correlation', () => {
    const many = [{ units: 100_000, correlation: 0 }]
    const { votesForSignificance, votesForPower } = planVotes(0.55)
    const shared = planSharedVotes(0.55, 0.05, 0.8, many)
    expect(Math.abs(shared.votesForPower! - votesForPower)).toBeLessThanOrEqual(1)
    expect(Math.abs(shared.votesForSignificance! - votesForSignificance)).toBeLessThanOrEqual(1)
  })

  it.each([
    { winRate: 0.65, units: 30, correlation: 1 / 21 },
    { winRate: 0.6, units: 100, correlation: 1 / 6 },
  ])('gives the power it promises: $winRate on $units prompts', (world) => {
    const { winRate, units, correlation } = world
    const { votesForPower } = planSharedVotes(winRate, 0.05, 0.8, [{ units, correlation }])
    const boards = 1000
    let decided = 0
    for (let board = 0; board < boards; board++)
      if (isDecided(world, votesForPower!, new RandomStream(3, board))) decided++
    // two standard errors of 1000 boards, and half a point for the normal approximation of the power
    expect(Math.abs(decided / boards - 0.8)).toBeLessThan(2 * Math.sqrt(0.16 / boards) + 0.005)
  })

  it.each([
    ['one unit', { units: 1, correlation: 0.1 }],
    ['part of a unit', { units: 2.5, correlation: 0.1 }],
    ['a correlation above 1', { units: 20, correlation: 1.1 }],
    ['a negative correlation', { units: 20, correlation: -0.1 }],
  ])('refuses %s', (_, kind) => {
    expect(() => planSharedVotes(0.6, 0.05, 0.8, [kind])).toThrow(RangeError)
    expect(() => planSharedVotes(0.6, 0.05, 0.8, [])).toThrow(RangeError)
  })
})

/** Whether the interval of `compare` excludes ½ if prompts have beta-distributed win rates. */
function isDecided(
  { winRate, units, correlation }: { winRate: number; units: number; correlation: number },
  votes: number,
  stream: RandomStream,
): boolean {
  const size = 1 / correlation - 1
  const rates = Array.from({ length: units }, () => {
    const [wins, losses] = [
      gamma(stream, Math.round(size * winRate)),
      gamma(stream, Math.round(size * (1 - winRate))),
    ]
    return wins / (wins + losses)
  })
  const unit = Array.from({ length: votes }, (_, vote) => vote % units)
  const scores = unit.map((prompt) => Number(stream.uniform() < rates[prompt]))
  const { interval } = clusteredMean(scores, unit)!
  return interval !== null && (interval[0] > 0.5 || interval[1] < 0.5)
}

describe('the prediction of a board', () => {
  const rated = (wins: number, losses: number, looks: 'one' | 'any' = 'one') =>
    rate(duel(wins, losses), options({ rounds: 500, looks }))

  it('names votes without a number after 22 of them', () => {
    expect(rated(12, 10).whyNot).toEqual({ reason: 'votes', contestants: [0, 1], ways: [] })
  })

  it('is null if there is a winner', () => {
    expect(rated(130, 70)).toMatchObject({ winner: 0, whyNot: null })
  })

  it('is larger for a board that holds at all looks than for one look', () => {
    const likely = (looks: 'one' | 'any') => rated(110, 90, looks).whyNot!.ways[0]!.votes.likely!
    expect(likely('any')).toBeGreaterThan(1.5 * likely('one'))
  })

  it('is, of two, where half of the boards that such gaps give name one', () => {
    const { ways, contestants } = rated(90, 110).whyNot!
    expect(contestants).toEqual([1, 0])
    // the second way: the gap is normal with the variance of two of six contestants, of which four are assumed
    const [gap, today] = [Math.log(110 / 90), 1 / 110 + 1 / 90]
    const prior = (2 * (4 * 0.35 ** 2 + gap ** 2 / 2 - today / 2)) / 5
    for (const [chance, growth] of [
      [0.1, 1 + ways[0]!.votes.low! / 200],
      [0.5, 1 + ways[0]!.votes.likely! / 200],
    ]) {
      const stream = new RandomStream(1, 1)
      let named = 0
      for (let draw = 0; draw < 40_000; draw++) {
        const truth =
          (gap * prior) / (prior + today) + Math.sqrt((prior * today) / (prior + today)) * normal(stream)
        const later = truth + Math.sqrt(today / (growth! - 1)) * normal(stream)
        const together = gap / growth! + later * (1 - 1 / growth!)
        if (Math.abs(together) > 1.96 * Math.sqrt(today / growth!)) named++
      }
      expect(Math.abs(named / 40_000 - chance!)).toBeLessThan(0.05)
    }
  })
})

describe('a board of prompts that differ', () => {
  /** So many votes on each prompt; the first is ahead on two of three prompts, on which it wins so many of ten. */
  const lacking = (prompts: number, each: number, tenths: number) => {
    const rows = Array.from({ length: prompts * each }, (_, vote): Row => {
      const prompt = Math.floor(vote / each)
      return [0, 1, (vote * 7) % 10 < tenths === prompt % 3 < 2 ? LEFT : RIGHT, 1, prompt]
    })
    return rate(board(2, rows), options({ rounds: 500, by: 'unit' })).whyNot!
  }

  it('lacks prompts, not votes, if endless votes on these would probably name nobody', () => {
    const { reason, ways } = lacking(15, 20, 9)
    expect(reason).toBe('units')
    const [onSame, onNew] = ways
    expect(onSame!.votes.likely).toBeNull()
    // new prompts get as many votes each as today's
    expect(onNew!.votes.likely! / onNew!.units!.likely!).toBeCloseTo(20, 0)
  })

  it('needs as many votes on the same prompts as on new ones if prompts do not matter', () => {
    const { reason, ways } = lacking(150, 2, 6)
    expect(reason).toBe('votes')
    const [onSame, onNew] = ways.map(({ votes }) => votes.likely!)
    expect(onSame! / onNew!).toBeGreaterThan(0.99)
    expect(onSame! / onNew!).toBeLessThan(1.5)
  })

  it('predicts nothing from four prompts', () => {
    expect(lacking(4, 20, 6)).toEqual({ reason: 'units', contestants: [0, 1], ways: [] })
  })
})
