import { describe, expect, it } from 'vitest'
import { bootstrapDeviations } from '../../../shared/stats/board/covariance.ts'
import { robbinsBoundary, anytimeP } from '../../../shared/stats/board/ranking.ts'
import type { Votes } from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { cellsOf, fitted, rateBy, randomBoard } from './boards.ts'
import { fitByMinorization } from './second-ways.ts'
import { normalQuantile } from '../../../shared/stats/numbers/distributions.ts'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { rateBoard } from '../../../shared/stats/board/rate-board.ts'
import { boardDifferences, predictWinRate } from '../../../shared/stats/board/standings.ts'
import { shareWords } from '../../../server/judge-evaluation/render/agreement-lines.ts'
import { percent, range } from '../../../shared/finish/lines.ts'
import { integerPercent, integerPercentInterval } from '../../../shared/sentence/count.ts'
import { boardCorrelation } from '../../../shared/stats/compare/rank-correlation.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { languageNumbers } from '../../../shared/sentence/numbers.ts'

const { tenths, tenthsRange } = languageNumbers('en')

/** The same votes with those of one contestant moved to the first few units. */
function withFewUnits(votes: Votes, contestant: number, units: number): Votes {
  const has = (vote: number) => votes.left[vote] === contestant || votes.right[vote] === contestant
  return { ...votes, prompt: votes.prompt!.map((unit, vote) => (has(vote) ? unit % units : unit)) }
}

describe('the Bayesian bootstrap', () => {
  const votes = withFewUnits(randomBoard(21, 8, 700, 30), 5, 6)
  const { points, theta } = fitted(votes)
  const cells = cellsOf(votes, votes.prompt!)
  const rounds = (seed: number) =>
    bootstrapDeviations({ theta, points, fitted: theta }, cells, { rounds: 60, seed })

  it('fits each round until convergence, with one Exp(1) weight for each unit', () => {
    const { values } = rounds(1)
    for (let round = 0; round < 20; round++) {
      const stream = new RandomStream(1, round)
      const weights = Array.from({ length: 30 }, () => stream.exponential())
      const strengths = fitByMinorization(votes, 3000, (vote) => weights[votes.prompt![vote]])
      strengths.forEach((strength, i) => {
        expect(Math.abs(strength - theta[i] - values[round * 8 + i])).toBeLessThan(1e-4)
      })
    }
  })
})

describe('the boundary for all looks', () => {
  it('is √((1 + 1/r)(ln(1 + r) − 2 ln α)), and wider than that of one look', () => {
    expect(robbinsBoundary(12.5)).toBeCloseTo(Math.sqrt(2 * (Math.log(2) - 2 * Math.log(0.05))), 10)
    expect(robbinsBoundary(125)).toBeCloseTo(Math.sqrt(1.1 * (Math.log(11) - 2 * Math.log(0.05))), 10)
    for (const information of [0.01, 1, 12.5, 400, 1e6])
      for (const alpha of [0.05, 0.001, 1e-9])
        expect(robbinsBoundary(information, alpha)).toBeGreaterThan(normalQuantile(alpha / 2))
  })

  it('has the p at which a deviate is just on it', () => {
    for (const information of [0.5, 12.5, 400])
      for (const alpha of [0.2, 0.05, 0.0005])
        expect(anytimeP(robbinsBoundary(information, alpha), information)).toBeCloseTo(alpha, 12)
    expect(anytimeP(0, 12.5)).toBe(1)
  })
})

describe('effective units', () => {
  /** The mean score of units with so many wins and losses. */
  const meanOf = (counts: [number, number][]) => {
    const [score, unit]: [number[], number[]] = [[], []]
    counts.forEach((votes, own) =>
      votes.forEach((times, lost) => {
        for (let vote = 0; vote < times; vote++) {
          score.push(1 - lost)
          unit.push(own)
        }
      }),
    )
    return clusteredMean(score, unit)!
  }

  it('equal the units to the last digit if all units have as many votes', () => {
    const even = [1, 3, 2, 0, 1].map((won): [number, number] => [won, 3 - won])
    expect(meanOf(even)).toMatchObject({ units: 5, effective: 5 })
  })

  const sizes = [60, 60, 20, 6, 6, 6, 6, 6, 6, 6, 6, 6]
  const total = sizes.reduce((sum, m) => sum + m, 0)
  // votes of a unit that agree to the last one, in half of the units for each: ρ = 1 but for what the fit takes up
  const agreed = meanOf(sizes.map((m, u) => (u % 2 ? [m, 0] : [0, m])))
  const apart = meanOf(sizes.map((m) => [m / 2, m / 2]))

  /** Of drawn boards: the scores’ spread around their fit, and the square of their sum. */
  const drawn = (seed: number, sd: (m: number) => number) => {
    const stream = new RandomStream(seed, 0)
    return Array.from({ length: 20_000 }, () => {
      const scores = sizes.map((m) => sd(m) * stream.normal())
      const sum = scores.reduce((a, b) => a + b, 0)
      const spread = scores.reduce((all, score, u) => all + (score - (sizes[u] / total) * sum) ** 2, 0)
      return { spread, truth: sum ** 2 }
    })
  }
  const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

  it('correct the bias of the sandwich for units of these sizes', () => {
    const shortfall = (sd: (m: number) => number) => {
      const boards = drawn(3, sd)
      const ratio = sumOf(boards.map(({ spread }) => spread)) / sumOf(boards.map(({ truth }) => truth))
      // the bootstrap with weights Exp(1) falls short by one more factor
      return ratio / (1 + sumOf(sizes.map((m) => m ** 2)) / total ** 2)
    }
    const factor = ({ unbiased }: { unbiased: number }) => (unbiased - 1) / (unbiased + 1)
    expect(Math.abs(factor(apart) / shortfall(Math.sqrt) - 1)).toBeLessThan(0.02)
    expect(Math.abs(factor(agreed) / shortfall((m) => m) - 1)).toBeLessThan(0.05)
  })

  it('are one more than the degrees of freedom of the scores’ spread around their fit', () => {
    const degrees = (sd: (m: number) => number) => {
      const boards = drawn(4, sd)
      const mean = sumOf(boards.map(({ spread }) => spread)) / boards.length
      const square = sumOf(boards.map(({ spread }) => spread ** 2)) / boards.length
      return (2 * mean ** 2) / (square - mean ** 2)
    }
    expect(Math.abs((apart.effective - 1) / degrees(Math.sqrt) - 1)).toBeLessThan(0.04)
    expect(Math.abs((agreed.effective - 1) / degrees((m) => m) - 1)).toBeLessThan(0.06)
    expect(apart.effective).toBeGreaterThan(1.5 * agreed.effective)
  })
})

describe('differences', () => {
  const differencesOf = (votes: Votes, by: 'unit' | 'vote', rounds: number) =>
    boardDifferences(
      rateBoard({ ...votes, prompt: by === 'unit' ? votes.prompt : null }, { rounds, seed: 1, looks: 'one' }),
    )

  it('a difference is that of the board, so its win rates equal those against a baseline', () => {
    const votes = randomBoard(7, 4, 600, 40)
    const board = rateBy(votes, { rounds: 1000 })
    const differences = differencesOf(votes, 'vote', 1000)
    board.rated.forEach((i) => {
      if (i === 2) return
      const against = predictWinRate(board, i, 2)!
      const { winRate, winRateInterval } = differences(i).find(({ contestant }) => contestant === 2)!
      expect(winRate).toBeCloseTo(against.winRate, 12)
      winRateInterval.forEach((end, side) => expect(end).toBeCloseTo(against.interval![side], 12))
    })
  })

  /** Votes that leave little to tell by: no interval shrinks to a point, and nothing is printed as certain. */
  type Kind = 'wins' | 'ties' | 'wins and a tie' | 'mixed'
  const KINDS: Kind[] = ['wins', 'ties', 'wins and a tie', 'mixed']
  const COUNTS = [1, 2, 3, 7, 30]

  /** Outcomes by vote: 0 won, 1 lost, 2 tied. */
  function outcomesOf(kind: Kind, votes: number): number[] {
    const stream = new RandomStream(votes, 9)
    return Array.from({ length: votes }, (_, at) => {
      if (kind === 'mixed') return Math.floor(3 * stream.uniform())
      return kind === 'ties' || (kind === 'wins and a tie' && at === 0) ? 2 : 0
    })
  }

  it('give every interval of a comparison a length', () => {
    const hasLength = (ends: readonly [number, number] | null) => ends === null || ends[1] - ends[0] > 1e-6
    for (const kind of KINDS)
      for (const votes of COUNTS)
        for (const units of [1, 2, votes].filter((units) => units <= votes)) {
          const outcomes = outcomesOf(kind, votes)
          const unit = outcomes.map((_, at) => at % units)
          const score = outcomes.map((outcome) => [1, 0, 0.5][outcome])
          expect(hasLength(clusteredMean(score, unit)!.interval)).toBe(true)
          for (const crossed of [null, outcomes.map((_, at) => at % 2)])
            for (const looks of ['one', 'any'] as const) {
              const { interval } = headToHead(score, unit, { crossed, looks })!
              expect(hasLength(interval), `${kind}, ${votes} votes, ${units} prompts`).toBe(true)
            }
        }
  })

  describe('a printed figure', () => {
    it('is 0.0 or 100.0 % only for exactly nothing and everything, and ends are rounded outwards', () => {
      expect([1, 0.99999, 0.5, 0.00001, 0].map(percent)).toEqual([
        '100.0 %',
        '99.9 %',
        '50.0 %',
        '0.1 %',
        '0.0 %',
      ])
      expect(range([0.99991, 0.99999])).toBe('99.9–100.0 %')
      expect(range([0.00001, 0.00009])).toBe('0.0–0.1 %')
      expect(range(null)).toBe('')
      expect(tenths(0.99999)).toBe('99.9\u00a0%')
      expect(tenthsRange([0.99991, 0.99999])).toBe('99.9–100.0\u00a0%')
      expect(tenthsRange([0.00001, 0.4])).toBe('0.0–40.0\u00a0%')
    })

    it('in whole per cent is 0 or 100 only for exactly nothing and everything, and no interval is a point', () => {
      expect([1, 0.999, 0.5, 0.001, 0].map(integerPercent)).toEqual([100, 99, 50, 1, 0])
      expect(integerPercentInterval([0.9991, 0.9999])).toEqual([99, 100])
      expect(integerPercentInterval([0.9991, 1])).toEqual([99, 100])
      expect(integerPercentInterval([0, 0.0001])).toEqual([0, 1])
      expect(integerPercentInterval([0.39, 0.61])).toEqual([39, 61])
      expect(integerPercentInterval([1, 1])).toEqual([100, 100])
      expect(shareWords({ share: 0.9992, interval: [0.9951, 0.9999], n: 2500, hits: 2498 })).toBe(
        '99 % (99–100 %) of 2,500',
      )
    })

    it('has no interval if it is a rank correlation that never changes', () => {
      const deviations = { rounds: 50, contestants: 2, values: new Float64Array(100) }
      const same = { theta: Float64Array.of(1, 0), deviations }
      expect(boardCorrelation(same, same)).toEqual({ tau: 1, interval: null })
    })
  })
})
