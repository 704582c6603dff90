import { describe, expect, it } from 'vitest'
import {
  deviationOfDifference,
  deviationsOf,
  largestRatio,
  quasiErrors,
  simultaneousFactor,
  covarianceError,
  sandwich,
  bootstrapSpread,
  sandwichSpread,
  type Spread,
  twoWaySpread,
} from '../../../shared/stats/intervals/spread.ts'
import { quantile } from '../../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { type Deviations, resampler } from '../../../shared/stats/intervals/bootstrap.ts'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { tally, type VoteColumns, type Tally } from '../../../shared/stats/fit/tally.ts'
import { duel, fitted, randomBoard, options } from './boards.ts'
import { clusterSandwich } from './second-ways.ts'
import { hasReferenceData, readBattles, readExpected } from './reference.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import type { RateOptions } from '../../../shared/stats/declare/declare.ts'

function randomDeviations(seed: number, rounds: number, contestants: number): Deviations {
  const stream = new RandomStream(seed, 0)
  const values = new Float64Array(rounds * contestants)
  for (let at = 0; at < values.length; at++)
    values[at] = (1 + (at % contestants)) * (stream.uniform() + stream.uniform() + stream.uniform() - 1.5)
  return { rounds, contestants, values }
}

function everyPair(d: ArrayLike<number>, w: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < d.length; i++)
    for (let j = 0; j < i; j++) most = Math.max(most, Math.abs(d[i] - d[j]) / (w[i] + w[j]))
  return most
}

describe('the largest ratio over pairs', () => {
  it.each([2, 3, 10, 100])('of %i contestants equals the one found by trying all pairs', (contestants) => {
    const stream = new RandomStream(3, contestants)
    for (let board = 0; board < 200; board++) {
      const d = Float64Array.from({ length: contestants }, () => stream.exponential() - 1)
      const w = Float64Array.from({ length: contestants }, () => stream.exponential() + 0.01)
      expect(largestRatio(d, w)).toBeCloseTo(everyPair(d, w), 12)
    }
  })

  it('is 0 if all deviations are equal', () => {
    expect(largestRatio(new Float64Array(5).fill(0.3), new Float64Array(5).fill(1e-9))).toBe(0)
  })
})

describe('scales', () => {
  it('s and s_ij are standard deviations over the rounds', () => {
    const values = Float64Array.of(1, -1, 2, 0, 3, -5)
    const deviations = { rounds: 3, contestants: 2, values }
    expect(deviationsOf(deviations)[0]).toBeCloseTo(1, 12)
    expect(deviationsOf(deviations)[1]).toBeCloseTo(Math.sqrt(7), 12)
    expect(deviationOfDifference(deviations, 0, 1)).toBeCloseTo(Math.sqrt(12), 12)
  })

  it('k is the ratio that another round exceeds with 5 %, over all pairs', () => {
    const deviations = randomDeviations(5, 400, 7)
    const w = quasiErrors(deviationsOf(deviations))
    const ratios = Array.from({ length: 400 }, (_, round) =>
      everyPair(deviations.values.slice(7 * round, 7 * round + 7), w),
    ).sort((a, b) => a - b)
    expect(simultaneousFactor(deviations, w)).toBeCloseTo(
      ratios[379] + 0.95 * (ratios[380] - ratios[379]),
      12,
    )
  })

  it('k is never below what one pair needs, even if nothing varies', () => {
    const still = { rounds: 10, contestants: 3, values: new Float64Array(30) }
    expect(simultaneousFactor(still, quasiErrors(deviationsOf(still)))).toBeCloseTo(1.96 / Math.SQRT2, 12)
  })

  it('quasi-errors recover the variances of independent estimates after centring', () => {
    const variances = [0.1, 0.2, 0.3, 0.4, 1]
    const m = variances.length
    const total = variances.reduce((sum, value) => sum + value, 0)
    const centred = variances.map((own) => Math.sqrt(own * (1 - 2 / m) + total / m ** 2))
    quasiErrors(Float64Array.from(centred)).forEach((w, i) => expect(w ** 2).toBeCloseTo(variances[i], 12))
  })

  it('quasi-errors of two are their standard errors, and none is below √0.1 of its own', () => {
    expect([...quasiErrors(Float64Array.of(0.4, 0.4))]).toEqual([0.4, 0.4])
    const [small] = quasiErrors(Float64Array.of(0.1, 2, 2))
    expect(small).toBeCloseTo(Math.sqrt(0.1) * 0.1, 12)
  })

  it('quantiles are linear between order statistics', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([0, 10], 0.95)).toBe(9.5)
    expect(quantile([7], 0.3)).toBe(7)
  })
})

function sandwichOf(votes: VoteColumns, by: 'unit' | 'vote', ties: 'half' | 'drop' = 'half') {
  const { counted, selection, theta, at } = fitted(votes, by, ties)
  return { theta, covariance: sandwich(counted, selection, theta, at) }
}

describe('the sandwich covariance', () => {
  it('of two contestants equals that of the log odds', () => {
    const { covariance } = sandwichOf(duel(30, 10), 'vote')
    expect(covarianceError(covariance, 0, 1)).toBeCloseTo(Math.sqrt(1 / 30 + 1 / 10), 10)
    expect(covarianceError(covariance, 0)).toBeCloseTo(Math.sqrt(1 / 30 + 1 / 10) / 2, 10)
  })

  it.each([1, 2, 3])('by unit equals plain matrices, and its rows sum to zero (board %i)', (seed) => {
    const votes = randomBoard(seed, 6, 200, 15)
    const { theta, covariance } = sandwichOf(votes, 'unit')
    clusterSandwich(votes, [...theta], votes.unit).forEach((error, i) => {
      expect(covarianceError(covariance, i)).toBeCloseTo(error, 9)
      const row = covariance.values.slice(6 * i, 6 * i + 6)
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 10)
    })
  })

  it('by unit equals that by vote if each vote is a unit', () => {
    const votes = randomBoard(4, 5, 100, 7)
    const own = { ...votes, units: votes.outcome.length, unit: Int32Array.from(votes.outcome.keys()) }
    const [byUnit, byVote] = [sandwichOf(own, 'unit'), sandwichOf(votes, 'vote')]
    byUnit.covariance.values.forEach((value, at) =>
      expect(value).toBeCloseTo(byVote.covariance.values[at], 12),
    )
  })
})

describe.skipIf(!hasReferenceData)('the sandwich errors of published votes', () => {
  const files = [
    'classic/baseball1987',
    'classic/citations1994',
    'classic/soundfields1984',
    'llmfao/battles_human',
    'llmfao/battles_gpt3',
    'llmfao/battles_gpt4',
    'mtbench_en_llmjudge/battles',
    'alpacaeval/battles_judge',
    'pandalm/battles_human',
  ]
  const cases = files.flatMap((file) => (['half', 'drop'] as const).map((ties) => [file, ties] as const))

  it.each(cases)('%s, ties %s, equal an independent computation within 1e-6', (file, ties) => {
    const { votes, names } = readBattles(file)
    const { covariance } = sandwichOf(votes, 'vote', ties)
    readExpected(file, names, ties).forEach(({ se_sandwich }, i) => {
      expect(Math.abs(covarianceError(covariance, i) - se_sandwich)).toBeLessThan(1e-6)
    })
  })
})

/** Previews: intervals from the sandwich covariance, near those of the bootstrap, and as careful. */
const OPTIONS = options({ rounds: 1000, by: 'unit' })
const ROUNDS = { rounds: 1000, seed: 1, onProgress: () => {} }

const factorOf = (spread: Spread, w: Float64Array) => simultaneousFactor(spread.deviations(), w)

/** Votes of contestants whose strengths are `step` apart, on prompts that have a taste of their own. */
function votesOf(
  contestants: number,
  prompts: number,
  perPrompt: number,
  step: number,
  seed = 5,
): VoteColumns {
  const random = new RandomStream(seed, 0)
  const rows = Array.from({ length: prompts * perPrompt }, (_, i) => {
    const left = random.next() % contestants
    const right = (left + 1 + (random.next() % (contestants - 1))) % contestants
    const taste =
      0.5 * Math.cos(1 + (i % prompts) * (left + 1)) - 0.5 * Math.cos(1 + (i % prompts) * (right + 1))
    const wins = random.uniform() < 1 / (1 + Math.exp(step * (left - right) - taste))
    return { left, right, outcome: random.next() % 6 === 0 ? 2 : wins ? 0 : 1, unit: i % prompts }
  })
  return {
    contestants,
    units: prompts,
    left: Int32Array.from(rows, ({ left }) => left),
    right: Int32Array.from(rows, ({ right }) => right),
    outcome: Uint8Array.from(rows, ({ outcome }) => outcome),
    unit: Int32Array.from(rows, ({ unit }) => unit),
  }
}

describe('the spread from the sandwich', () => {
  it.each(['unit', 'vote'] as const)('is near that of the bootstrap, by %s', (by) => {
    const { counted, selection, points, theta, at } = fitted(votesOf(8, 60, 100, 0.2), by)
    const own = sandwichSpread(counted, selection, theta, ROUNDS)(at)
    const other = bootstrapSpread(points, theta, resampler(counted, selection), ROUNDS)(at)
    for (let i = 0; i < 8; i++) {
      const ratio = own.standardErrors[i]! / other.standardErrors[i]!
      expect(ratio).toBeGreaterThan(0.92)
      expect(ratio).toBeLessThan(1.08)
      expect(own.ofDifference(i, (i + 1) % 8) / other.ofDifference(i, (i + 1) % 8)).toBeCloseTo(1, 0.8)
    }
    const w = own.standardErrors
    expect(factorOf(own, w) / factorOf(other, w)).toBeCloseTo(1, 0.9)
  })

  it('draws differences with the standard deviations of the covariance', () => {
    const { counted, selection, theta, at } = fitted(votesOf(3, 40, 50, 0.1), 'unit')
    const spread = sandwichSpread(counted, selection, theta, { ...ROUNDS, rounds: 20_000 })(at)
    // with all weight on one pair, k is the normal quantile of its difference
    const w = Float64Array.from([spread.ofDifference(0, 1) / 2, spread.ofDifference(0, 1) / 2, 1e9])
    expect(factorOf(spread, w)).toBeCloseTo(1.96, 1)
  })

  it('does not depend on the order of votes, and is the same every time', () => {
    const votes = votesOf(5, 20, 20, 0.1)
    const backwards: VoteColumns = {
      ...votes,
      left: votes.left.slice().reverse(),
      right: votes.right.slice().reverse(),
      outcome: votes.outcome.slice().reverse(),
      unit: votes.unit.slice().reverse(),
    }
    const how: RateOptions = { ...OPTIONS, intervals: 'preview' }
    expect(rate(backwards, how)).toEqual(rate(votes, how))
  })
})

describe('a preview', () => {
  const preview: RateOptions = { ...OPTIONS, intervals: 'preview' }

  it('has the ratings of its board, and intervals near the board’s', () => {
    const votes = votesOf(8, 60, 100, 0.2)
    const [own, board] = [rate(votes, preview), rate(votes, OPTIONS)]
    own.standings.forEach((standing, i) => {
      const other = board.standings[i]!
      expect(standing.theta).toBe(other.theta)
      const length = (interval: typeof standing.comparison) => interval![1]! - interval![0]!
      expect(length(standing.comparison) / length(other.comparison)).toBeGreaterThan(0.85)
      expect(length(standing.comparison) / length(other.comparison)).toBeLessThan(1.15)
    })
    expect(own.k).toBeGreaterThanOrEqual(1.96 / Math.SQRT2)
  })

  it('declares something false on at most 8 % of boards of equals', () => {
    let declared = 0
    for (let seed = 0; seed < 300; seed++) {
      const { standings } = rate(votesOf(5, 25, 40, 0, seed), { ...preview, rounds: 400 })
      if (standings.some(({ rankInterval }) => rankInterval![0] > 1)) declared++
    }
    expect(declared / 300).toBeLessThan(0.08)
  })

  it('has no intervals if its board has none: one unit, or votes that all agree', () => {
    const one = votesOf(3, 1, 60, 0)
    expect(rate(one, preview).winner).toBeNull()
    const same: VoteColumns = { ...one, outcome: one.outcome.map(() => 2) }
    const { standings, winner } = rate(same, preview)
    expect(winner).toBeNull()
    expect(standings.every(({ rankInterval }) => rankInterval![0] === 1)).toBe(true)
  })
})

describe('two way', () => {
  const votes = randomBoard(31, 6, 600, 25)
  const crossed = { unit: votes.unit.map((unit, vote) => (unit * 7 + vote) % 12), units: 12 }
  const everyone = Int32Array.from({ length: 6 }, (_, i) => i)
  const ROUNDS = { rounds: 200, seed: 1, onProgress: () => undefined }

  describe('two-way variances', () => {
    const byPrompt = tally(votes, 'unit', 'half')
    const byVoter = tally({ ...votes, ...crossed }, 'unit', 'half')
    const byVote = tally(votes, 'vote', 'half')
    const selection = among(byPrompt, everyone)
    const { theta } = fit(selection.points)
    const at = information(selection.points, theta)
    const spreadOf = (counted: Tally) => sandwichSpread(counted, selection, theta, ROUNDS)
    const both = twoWaySpread(spreadOf(byPrompt), spreadOf(byVoter), spreadOf(byVote))(at)
    const square = (counted: Tally, i: number, j?: number) =>
      covarianceError(sandwich(counted, selection, theta, at), i, j) ** 2

    it('are those of prompts plus those of voters minus those of single votes, and never below the larger', () => {
      const floored: boolean[] = []
      for (let i = 0; i < 6; i++)
        for (let j = 0; j < i; j++) {
          const [prompt, voter, vote] = [byPrompt, byVoter, byVote].map((counted) => square(counted, i, j))
          expect(both.ofDifference(i, j) ** 2).toBeCloseTo(Math.max(prompt, voter, prompt + voter - vote), 10)
          floored.push(prompt + voter - vote < Math.max(prompt, voter))
        }
      expect(new Set(floored).size).toBe(2)
      both.standardErrors.forEach((error, i) => {
        const [prompt, voter, vote] = [byPrompt, byVoter, byVote].map((counted) => square(counted, i))
        expect(error ** 2).toBeCloseTo(Math.max(prompt, voter, prompt + voter - vote), 10)
      })
    })

    it('give a board with the counts and strengths of the board by prompt', () => {
      const [one, two] = [votes, { ...votes, crossed }].map((columns) =>
        rate(columns, options({ rounds: 200, by: 'unit', weights: 'votes' })),
      )
      two.standings.forEach((standing, i) => {
        const { theta: strength, wins, losses, ties, votes: count } = one.standings[i]
        expect(standing).toMatchObject({ theta: strength, wins, losses, ties, votes: count })
        expect(standing.standardError!).toBeGreaterThanOrEqual(one.standings[i].standardError!)
      })
    })

    it('do not depend on which kind of unit is named first', () => {
      const swapped = { ...votes, ...crossed, crossed: { unit: votes.unit, units: votes.units } }
      const [one, two] = [{ ...votes, crossed }, swapped].map((columns) =>
        rate(columns, options({ rounds: 400, by: 'unit' })),
      )
      one.standings.forEach(({ standardError }, i) =>
        expect(two.standings[i].standardError! / standardError!).toBeCloseTo(1, 0.5),
      )
    })

    it('refuse a voter number above the announced count', () => {
      expect(() =>
        rate({ ...votes, crossed: { ...crossed, units: 11 } }, options({ rounds: 0, by: 'unit' })),
      ).toThrow(/crossed unit outside 0 … 10/)
    })
  })
})
