import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { lengthControlled } from '../../../shared/stats/style/covariates.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { plainLogistic } from './plain-logistic.ts'
import { hasReferenceData } from './reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

/** Scores drawn from a + b · tanh(length) + c · difficulty. */
function draw(seed: number, n: number, [a, b, c]: [number, number, number]) {
  const stream = new RandomStream(seed, 0)
  const normal = () => Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
  const lengthDifference = Float64Array.from({ length: n }, () => 400 * normal() - 200)
  const difficulty = Float64Array.from({ length: n }, normal)
  const score = lengthDifference.map((value, i) =>
    stream.uniform() < sigmoid(a + b * Math.tanh(value / 400) + c * difficulty[i]) ? 1 : 0,
  )
  return { score, lengthDifference, difficulty, unit: Int32Array.from(score.keys()), units: n }
}

describe('the mean score', () => {
  it('with one score for each unit has the usual standard error', () => {
    const mean = clusteredMean([1, 0, 0.5, 1], [0, 1, 2, 3])!
    expect(mean.mean).toBe(0.625)
    expect(mean.standardError).toBeCloseTo(Math.sqrt((0.140625 * 2 + 0.390625 + 0.015625) / 3 / 4), 12)
  })

  it('does not get more exact by repeated votes of its units', () => {
    const once = clusteredMean([1, 0, 0.5, 1], [0, 1, 2, 3])!
    const thrice = clusteredMean(
      [1, 0, 0.5, 1].flatMap((score) => [score, score, score]),
      [0, 1, 2, 3].flatMap((unit) => [unit, unit, unit]),
    )!
    expect(thrice.mean).toBeCloseTo(once.mean, 12)
    expect(thrice.standardError).toBeCloseTo(once.standardError!, 12)
  })

  it('is null without a score, and has no error with one unit or equal scores', () => {
    expect(clusteredMean([], [])).toBeNull()
    expect(clusteredMean([1, 0], [5, 5])).toMatchObject({
      mean: 0.5,
      standardError: null,
      interval: null,
      units: 1,
    })
    expect(clusteredMean([1, 1, 1], [0, 1, 2])).toMatchObject({ mean: 1, standardError: 0, interval: null })
  })

  it.skipIf(!hasReferenceData)('equals the win rate and standard error that AlpacaEval prints', () => {
    const rows = readFileSync(join(folder, 'alpacaeval/battles_judge.jsonl'), 'utf8').trim().split('\n')
    const votes = rows.map(
      (line) => JSON.parse(line) as { question_id: string; model_b: string; preference_b: number },
    )
    const { published } = JSON.parse(
      readFileSync(join(folder, 'alpacaeval/battles_judge.expected.json'), 'utf8'),
    ) as {
      published: {
        models: Record<string, { published: { win_rate: number; standard_error: number; n_total: number } }>
      }
    }
    const questions = new Map([...new Set(votes.map((vote) => vote.question_id))].map((id, i) => [id, i]))
    expect(Object.keys(published.models).length).toBe(15)
    for (const [model, { published: own }] of Object.entries(published.models)) {
      const mine = votes.filter((vote) => vote.model_b === model)
      const mean = clusteredMean(
        mine.map((vote) => vote.preference_b),
        mine.map((vote) => questions.get(vote.question_id)!),
      )!
      expect(mine.length).toBe(own.n_total)
      expect(100 * mean.mean).toBeCloseTo(own.win_rate, 6)
      expect(100 * mean.standardError!).toBeCloseTo(own.standard_error, 6)
    }
  })
})

describe('the length-controlled win rate', () => {
  it('equals the mean prediction of a plain regression with lengths set equal', () => {
    const drawn = draw(5, 300, [0.3, 1.1, -0.6])
    const mean = drawn.lengthDifference.reduce((sum, value) => sum + value, 0) / 300
    const spread = Math.sqrt(
      drawn.lengthDifference.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 299,
    )
    const rows = Array.from(drawn.score, (_, i) => [
      1,
      Math.tanh(drawn.lengthDifference[i] / spread),
      drawn.difficulty[i],
    ])
    const { beta } = plainLogistic(rows, [...drawn.score], [...drawn.unit])
    const expected = Array.from(drawn.difficulty, (hard) => sigmoid(beta[0] + beta[2] * hard))
    const controlled = lengthControlled(drawn)!
    expect(controlled.winRate).toBeCloseTo(expected.reduce((sum, p) => sum + p, 0) / 300, 9)
    expect(controlled.length).toBeCloseTo(beta[1], 8)
  })

  it('equals the plain one if lengths do not matter, and is higher for short answers if longer ones win', () => {
    const fair = draw(2, 4000, [0.4, 0, 0])
    expect(lengthControlled(fair)!.winRate).toBeCloseTo(clusteredMean(fair.score, fair.unit)!.mean, 1)
    // shorter than the baseline by half a standard deviation, where length wins: better than its win rate
    const short = draw(3, 4000, [0, 2, 0])
    expect(clusteredMean(short.score, short.unit)!.mean).toBeLessThan(0.4)
    expect(Math.abs(lengthControlled(short)!.winRate - 0.5)).toBeLessThan(0.04)
  })

  it('has a standard error as large as promised', () => {
    const runs = 200
    let covered = 0
    for (let seed = 0; seed < runs; seed++) {
      const { winRate, standardError } = lengthControlled({
        ...draw(seed, 200, [0.5, 1, 0]),
        difficulty: null,
      })!
      if (Math.abs(winRate - sigmoid(0.5)) <= 1.97 * standardError) covered++
    }
    expect(covered / runs).toBeGreaterThan(0.9)
    expect(covered / runs).toBeLessThan(0.99)
  })

  it('is null if nothing was won or lengths are equal', () => {
    const drawn = draw(1, 50, [0, 0, 0])
    expect(lengthControlled({ ...drawn, score: drawn.score.map(() => 0) })).toBeNull()
    expect(lengthControlled({ ...drawn, lengthDifference: drawn.score.map(() => 7) })).toBeNull()
  })

  it('is null if every answer is longer, because the rate would follow from the form of the model alone', () => {
    // by length difference: won, lost, tied. Weaver 12k against Chronos Hermes (13B), votes of people in llmfao
    const longer: [number, number[]][] = [
      [1426, [3, 0, 2]],
      [976, [2, 2, 1]],
      [1298, [1, 2, 1]],
      [927, [4, 0, 1]],
      [1502, [1, 1, 3]],
      [1184, [0, 1, 3]],
      [831, [0, 5, 0]],
      [1300, [0, 0, 4]],
      [1152, [0, 2, 2]],
      [884, [0, 3, 2]],
      [606, [1, 3, 1]],
      [1073, [1, 3, 0]],
      [460, [0, 4, 1]],
    ]
    const scoresOf = (prompts: typeof longer, sign: number) => {
      const votes = prompts.flatMap(([length, counts], unit) =>
        counts
          .flatMap((n, outcome) => new Array<number>(n).fill([1, 0, 0.5][outcome]!))
          .map((score) => ({ score, length, unit })),
      )
      return {
        score: Float64Array.from(votes, ({ score }) => score),
        lengthDifference: Float64Array.from(votes, ({ length }) => sign * length),
        difficulty: null,
        unit: Int32Array.from(votes, ({ unit }) => unit),
        units: prompts.length,
      }
    }
    for (const sign of [1, -1]) {
      expect(lengthControlled(scoresOf(longer, sign))).toBeNull()
      const { winRate, interval } = lengthControlled(scoresOf([...longer, [0, [1, 1, 0]]], sign))!
      expect(winRate).toBeCloseTo(0.374, 3)
      expect(interval[1] - interval[0]).toBeGreaterThan(0.5)
    }
  })

  it('is null if no answer is near the baseline in length', () => {
    const n = 17
    const far = {
      score: Float64Array.from({ length: n }, (_, i) => [0, 0, 0.5, 0, 1][i % 5]),
      lengthDifference: Float64Array.from({ length: n }, (_, i) => 900 + i),
      difficulty: null,
      unit: Int32Array.from({ length: n }, (_, i) => i),
      units: n,
    }
    expect(lengthControlled(far)).toBeNull()
    const near = { ...far, lengthDifference: far.lengthDifference.map((value) => value - 908) }
    const { winRate, interval } = lengthControlled(near)!
    expect(interval[0]).toBeLessThan(winRate)
    expect(interval[1]).toBeGreaterThan(winRate)
  })
})
