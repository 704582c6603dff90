import { describe, expect, it } from 'vitest'
import { bootstrap, deviationOfDifference, deviationsOf } from '../../../shared/stats/intervals/bootstrap.ts'
import { ALPHA, TUNED_AT, watchedFactor } from '../../../shared/stats/intervals/comparison.ts'
import { ballotsOf } from '../../../shared/stats/method/ballots.ts'
import { contrastsOf } from '../../../shared/stats/method/contrasts.ts'
import { fitWeighted } from '../../../shared/stats/method/weights.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { fitted, duel, board, options, randomBoard, type Row } from './boards.ts'
import { clusterSandwich, fitByMinorization } from './second-ways.ts'
import { hasReferenceData, readBattles, readExpected } from './reference.ts'
import {
  predictionQuantile as exceeded,
  normalQuantile,
} from '../../../shared/stats/numbers/distributions.ts'
import { normal } from '../../../workshop/simulate/world.ts'

/** The same votes with those of one contestant moved to the first few units. */
function withFewUnits(votes: VoteColumns, contestant: number, units: number): VoteColumns {
  const has = (vote: number) => votes.left[vote] === contestant || votes.right[vote] === contestant
  return { ...votes, unit: votes.unit.map((unit, vote) => (has(vote) ? unit % units : unit)) }
}

describe('the Bayesian bootstrap', () => {
  const votes = withFewUnits(randomBoard(21, 8, 700, 30), 5, 6)
  const { counted, selection, theta } = fitted(votes, 'unit')
  const rounds = (seed: number) => bootstrap(counted, selection, theta, { rounds: 60, seed })

  it('fits each round until convergence, with one Exp(1) weight for each unit', () => {
    const { values } = rounds(1)
    for (let round = 0; round < 20; round++) {
      const stream = new RandomStream(1, round)
      const weights = Array.from({ length: votes.units }, () => stream.exponential())
      const strengths = fitByMinorization(votes, 3000, (vote) => weights[votes.unit[vote]])
      strengths.forEach((strength, i) => {
        expect(Math.abs(strength - theta[i] - values[round * 8 + i])).toBeLessThan(1e-4)
      })
    }
  })

  it('depends only on the seed', () => {
    expect(rounds(1)).toEqual(rounds(1))
    expect(rounds(2)).not.toEqual(rounds(1))
  })

  it('has the errors of plain matrices, by unit and by vote', () => {
    for (const by of ['unit', 'vote'] as const) {
      const { counted, selection, theta } = fitted(votes, by)
      const units = by === 'unit' ? votes.unit : votes.outcome.keys().toArray()
      const errors = clusterSandwich(votes, [...theta], units)
      deviationsOf(bootstrap(counted, selection, theta, { rounds: 400, seed: 3 })).forEach((own, i) => {
        expect(own / errors[i]).toBeGreaterThan(0.8)
        expect(own / errors[i]).toBeLessThan(1.25)
      })
    }
  })

  it('has deviations of strengths and of differences', () => {
    const deviations = { rounds: 3, contestants: 2, values: Float64Array.of(1, 0, 2, 0, 3, 3) }
    expect([...deviationsOf(deviations)]).toEqual([1, Math.sqrt(3)])
    expect(deviationOfDifference(deviations, 0, 1)).toBe(1)
  })
})

/** By plain Bradley-Terry: the errors of strengths by single votes, or by units. */
function errorsOf(votes: VoteColumns, by: 'unit' | 'vote', ties: 'half' | 'drop' = 'half') {
  const ballots = ballotsOf({ ...votes, kinds: by === 'unit' ? [votes.unit] : [] }, ties)
  const fit = fitWeighted(ballots, 'votes')
  const { covariance, contestants } = contrastsOf(ballots, fit)
  return {
    fit,
    errors: Array.from({ length: contestants }, (_, i) => Math.sqrt(covariance[i * (contestants + 1)])),
  }
}

describe('the sandwich covariance', () => {
  it('of two contestants equals that of the log odds', () => {
    expect(errorsOf(duel(30, 10), 'vote').errors[0]).toBeCloseTo(Math.sqrt(1 / 30 + 1 / 10) / 2, 10)
  })

  it.each([1, 2, 3])('by unit equals plain matrices (board %i)', (seed) => {
    const votes = randomBoard(seed, 6, 200, 15)
    const { fit, errors } = errorsOf(votes, 'unit')
    clusterSandwich(votes, [...fit.theta], votes.unit).forEach((error, i) =>
      expect(errors[i]).toBeCloseTo(error, 9),
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
    const { errors } = errorsOf(votes, 'vote', ties)
    readExpected(file, names, ties).forEach(({ se_sandwich }, i) => {
      expect(Math.abs(errors[i] - se_sandwich)).toBeLessThan(1e-6)
    })
  })
})

describe('intervals', () => {
  it('of a contestant with one vote borrow nothing from those with many', () => {
    const many = randomBoard(5, 6, 900, 12)
    const tie = board(7, [[5, 6, 2, 1, 3]])
    const join = (a: Int32Array, b: Int32Array) => Int32Array.from([...a, ...b])
    const both: VoteColumns = {
      contestants: 7,
      units: 12,
      left: join(many.left, tie.left),
      right: join(many.right, tie.right),
      outcome: Uint8Array.from([...many.outcome, ...tie.outcome]),
      unit: join(many.unit, tie.unit),
    }
    const { standings } = rate(both, options({ rounds: 300, by: 'unit' }))
    const width = ({ comparison }: (typeof standings)[number]) => comparison![1]! - comparison![0]!
    expect(width(standings[6])).toBeGreaterThan(3 * width(standings[0]))
    expect(width(standings[0])).toBeLessThan(3)
  })

  it('of a contestant on few prompts change little with each vote', () => {
    const many = randomBoard(5, 7, 300, 5)
    const stream = new RandomStream(9, 0)
    const rows = Array.from({ length: 40 }, (_, n): Row => [
      n % 7,
      7,
      Math.floor(3 * stream.uniform()),
      1,
      n % 5,
    ])
    const widths = rows.map((_, n) => {
      const own = board(8, rows.slice(0, n + 1))
      const join = (a: Int32Array, b: Int32Array) => Int32Array.from([...a, ...b])
      const { standings } = rate(
        {
          contestants: 8,
          units: 5,
          left: join(many.left, own.left),
          right: join(many.right, own.right),
          outcome: Uint8Array.from([...many.outcome, ...own.outcome]),
          unit: join(many.unit, own.unit),
        },
        options({ rounds: 300, by: 'unit' }),
      )
      const { comparison } = standings[7]
      return comparison ? comparison[1]! - comparison[0]! : Infinity
    })
    for (let n = 20; n < 39; n++) expect(Math.abs(widths[n + 1] / widths[n] - 1)).toBeLessThan(0.45)
    expect(widths[39]).toBeLessThan(4.5)
    expect(widths[1]).toBeGreaterThan(8.6)
  })
})

it('the value that one more draw exceeds is found by rank', () => {
  const sorted = Array.from({ length: 19 }, (_, i) => i + 1)
  expect(exceeded(sorted, 0.05)).toBe(19)
  expect(exceeded(sorted, 0.5)).toBe(10)
  expect(exceeded([1, 2], 0.05)).toBe(2)
})

// Boards that are held together share one error among them, so each gets less than 5 %.

describe('the error of a board', () => {
  it('is 5 % by default', () => {
    const votes = randomBoard(14, 6, 900, 60)
    expect(rate(votes, options({ rounds: 200, by: 'unit', alpha: ALPHA }))).toEqual(
      rate(votes, options({ rounds: 200, by: 'unit' })),
    )
  })

  it.each(['one', 'any'] as const)('lengthens only the comparison intervals, for %s', (looks) => {
    const votes = randomBoard(14, 6, 900, 60)
    const [usual, shared] = [ALPHA, ALPHA / 7].map((alpha) =>
      rate(votes, options({ rounds: 400, by: 'unit', looks, alpha })),
    )
    const ratios = shared.standings.map(({ theta, marginal, comparison }, i) => {
      const single = usual.standings[i]
      expect({ theta, marginal }).toEqual({ theta: single.theta, marginal: single.marginal })
      return (comparison![1]! - theta!) / (single.comparison![1]! - theta!)
    })
    expect(Math.min(...ratios)).toBeGreaterThan(1.1)
  })

  it('is the level of the sign test of two contestants', () => {
    const winner = (alpha: number, looks: 'one' | 'any') =>
      rate(duel(14, 1), options({ rounds: 100, by: 'vote', alpha, looks })).winner
    // p = 2 · 16/2^15 = 0.00098
    expect(winner(0.00098, 'one')).toBe(0)
    expect(winner(0.00097, 'one')).toBeNull()
    // 1 / (2^15 B(15, 2)) = 16 · 15/2^15 = 0.0073
    expect(winner(0.0074, 'any')).toBe(0)
    expect(winner(0.0073, 'any')).toBeNull()
  })

  it('is divided: half of it covers the luck of an unbeaten contestant', () => {
    const winner = (wins: number, alpha: number) =>
      rate(duel(wins, 0), options({ rounds: 100, by: 'vote', alpha })).winner
    expect(winner(6, 0.05)).toBe(0)
    expect(winner(6, 2 / 64 - 1e-9)).toBeNull()
    expect(winner(6, 2 / 64 + 1e-9)).toBe(0)
  })

  it('must be between 0 and 1', () => {
    for (const alpha of [0, 1, -1, Number.NaN])
      expect(() => rate(duel(3, 1), options({ rounds: 10, by: 'vote', alpha }))).toThrow(/alpha/)
  })
})

describe('the boundary for all looks', () => {
  it('is √((1 + 1/r)(ln(1 + r) − 2 ln α)), and wider than that of one look', () => {
    const x = normalQuantile(0.025)
    expect(watchedFactor(x, TUNED_AT)).toBeCloseTo(Math.sqrt(2 * (Math.log(2) - 2 * Math.log(0.05))), 10)
    expect(watchedFactor(x, 10 * TUNED_AT)).toBeCloseTo(
      Math.sqrt(1.1 * (Math.log(11) - 2 * Math.log(0.05))),
      10,
    )
    for (const information of [0.01, 1, 12.5, 400, 1e6])
      for (const look of [1.96, 3, 5]) expect(watchedFactor(look, information)).toBeGreaterThan(look)
    expect(watchedFactor(1.96, 0)).toBe(Infinity)
  })

  it('is ever crossed by a random walk in at most 5 % of lives, while 1.96 is in most', () => {
    let [watched, single] = [0, 0]
    for (let walk = 0; walk < 400; walk++) {
      const stream = new RandomStream(12, walk)
      let [sum, isWatched, isSingle] = [0, false, false]
      for (let vote = 1; vote <= 4000; vote++) {
        sum += normal(stream) / 2
        const information = vote / 4
        const z = Math.abs(sum) / Math.sqrt(information)
        isWatched ||= z > watchedFactor(1.96, information)
        isSingle ||= vote > 20 && z > 1.96
      }
      if (isWatched) watched++
      if (isSingle) single++
    }
    expect(watched / 400).toBeLessThan(0.05 + 2.33 * Math.sqrt((0.05 * 0.95) / 400))
    expect(watched).toBeGreaterThan(0)
    expect(single / 400).toBeGreaterThan(0.4)
  })

  it('lengthens only comparison intervals', () => {
    const votes = randomBoard(14, 6, 900, 60)
    const [one, any] = (['one', 'any'] as const).map((looks) =>
      rate(votes, options({ rounds: 300, by: 'unit', looks })),
    )
    any.standings.forEach(({ theta, marginal, comparison }, i) => {
      const single = one.standings[i]
      expect({ theta, marginal }).toEqual({ theta: single.theta, marginal: single.marginal })
      const ratio = (comparison![1]! - theta!) / (single.comparison![1]! - theta!)
      expect(ratio).toBeGreaterThan(1.2)
      expect(ratio).toBeLessThan(1.8)
    })
    expect(any.k! / one.k!).toBeCloseTo(1, 1)
  })

  it('has an end however far out one look is, where tails are too small for a number', () => {
    // for r → ∞ the boundary is that of one look at tail α: about √(ln(1 + r) + x² + ln(π/2 · x²))
    const [x, r] = [60, 1]
    const far = Math.sqrt((1 + 1 / r) * (Math.log1p(r) + x * x + Math.log((Math.PI / 2) * x * x)))
    expect(watchedFactor(x, r * TUNED_AT)).toBeCloseTo(far, 4)
    for (let look = 30; look < 50; look += 0.5)
      expect(watchedFactor(look + 0.5, 10)).toBeGreaterThan(watchedFactor(look, 10))
  })

  it('gives finite intervals at a small error to a board of three prompts', () => {
    const rated = rate(
      randomBoard(2, 10, 600, 3),
      options({ rounds: 200, by: 'unit', looks: 'any', alpha: 0.01 }),
    )
    const ends = rated.standings.flatMap(({ comparison }) => comparison ?? [])
    expect(ends).toHaveLength(20)
    expect(ends.every(Number.isFinite)).toBe(true)
  })
})
