import { describe, expect, it } from 'vitest'
import {
  fitCovariates,
  positionEffect,
  type OrderedPoints,
  fitStyle,
  styleDifference,
  styleSpread,
  type CovariateVotes,
  lengthControlled,
} from '../../../shared/stats/style/covariates.ts'
import { plainLogistic } from './second-ways.ts'
import { drawStyled, swapSides } from './worlds.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { hasReferenceData } from './reference.ts'
import { tableOf } from '../../support/cases.ts'

const truth = {
  theta: [0.8, 0.1, -0.3, -0.6],
  beta: [0.9, -0.4],
  units: 40,
  votesPerUnit: 12,
  unitSpread: 0.5,
}
const votes = drawStyled(7, truth)

/** Design rows with contestant 0 as the reference. */
function rowsOf({ contestants, left, right, covariates, score }: CovariateVotes): number[][] {
  return Array.from(score, (_, vote) => [
    ...Array.from(
      { length: contestants - 1 },
      (__, i) => Number(left[vote] === i + 1) - Number(right[vote] === i + 1),
    ),
    ...covariates.map((column) => column[vote]),
  ])
}

describe('Bradley-Terry with covariates', () => {
  it('equals iterated least squares on the explicit design, including the errors', () => {
    const fitted = fitCovariates(votes)!
    const plain = plainLogistic(rowsOf(votes), [...votes.score], [...votes.unit])
    const m = votes.contestants
    for (let i = 1; i < m; i++) expect(fitted.theta[i] - fitted.theta[0]).toBeCloseTo(plain.beta[i - 1], 9)
    fitted.beta.forEach((value, k) => expect(value).toBeCloseTo(plain.beta[m - 1 + k], 9))
    for (let k = 0; k < 2; k++)
      for (let l = 0; l < 2; l++)
        expect(fitted.betaCovariance[2 * k + l]).toBeCloseTo(plain.covariance[m - 1 + k][m - 1 + l], 9)
    // of θ: from the covariance of differences to contestant 0 to that of strengths with mean nought
    const contrast = (i: number) => Array.from({ length: m - 1 }, (_, k) => Number(k + 1 === i) - 1 / m)
    for (let i = 0; i < m; i++) {
      const c = contrast(i)
      let variance = 0
      c.forEach((a, k) => c.forEach((b, l) => (variance += a * b * plain.covariance[k][l])))
      expect(fitted.thetaErrors[i]).toBeCloseTo(Math.sqrt(variance), 9)
    }
  })

  it('does not depend on the sides, the order or the scale of a covariate', () => {
    const fitted = fitCovariates(votes)!
    const swapped = fitCovariates(swapSides(votes, (vote) => vote % 3 === 0))!
    const order = [...votes.score.keys()].reverse()
    const sorted = <T extends Int32Array | Float64Array>(column: T) =>
      column.slice().map((_, i) => column[order[i]]) as T
    const reversed = fitCovariates({
      ...votes,
      left: sorted(votes.left),
      right: sorted(votes.right),
      score: sorted(votes.score),
      unit: sorted(votes.unit),
      covariates: votes.covariates.map(sorted),
    })!
    const scaled = fitCovariates({
      ...votes,
      covariates: votes.covariates.map((x) => x.map((value) => 10 * value)),
    })!
    for (let k = 0; k < 2; k++) {
      expect(swapped.beta[k]).toBeCloseTo(fitted.beta[k], 9)
      expect(reversed.beta[k]).toBeCloseTo(fitted.beta[k], 9)
      expect(10 * scaled.beta[k]).toBeCloseTo(fitted.beta[k], 9)
    }
    swapped.thetaErrors.forEach((value, i) => expect(value).toBeCloseTo(fitted.thetaErrors[i], 9))
  })

  const [NONE, NO_SCORES] = [new Int32Array(0), new Float64Array(0)]
  const zeros = votes.left.map(() => 0)
  const sideOf1 = (left: number, vote: number) => Number(left === 1) - Number(votes.right[vote] === 1)

  it.each<[string, CovariateVotes]>([
    [
      'no votes',
      { ...votes, left: NONE, right: NONE, score: NO_SCORES, covariates: [NO_SCORES], unit: NONE },
    ],
    [
      'a covariate that decides every vote',
      { ...votes, covariates: [votes.score.map((score) => score - 0.5)] },
    ],
    ['the same covariate twice', { ...votes, covariates: [votes.covariates[0], votes.covariates[0]] }],
    ['a covariate that is a strength', { ...votes, covariates: [Float64Array.from(votes.left, sideOf1)] }],
    ['nobody linked', { ...votes, left: zeros, right: zeros.map(() => 1), score: votes.score.map(() => 1) }],
  ])('has no estimate for %s', (_, odd) => {
    expect(fitCovariates(odd)).toBeNull()
  })
})

describe('style control', () => {
  it('uses differences between −1 and 1, divided by their spread around zero', () => {
    const differences = tableOf('3 1 / 1 3 / 0 0 / 5 0').map(([a, b]) => styleDifference(a!, b!))
    expect(differences).toEqual([0.5, -0.5, 0, 1])
    expect(styleSpread(Float64Array.of(0.3, -0.4))).toBeCloseTo(Math.sqrt(0.125), 12)
    const fitted = fitStyle(votes)!
    const bare = fitCovariates(votes)!
    fitted.beta.forEach((value, k) =>
      expect(value).toBeCloseTo(bare.beta[k] * styleSpread(votes.covariates[k]), 9),
    )
    fitted.theta.forEach((value, i) => expect(value).toBeCloseTo(bare.theta[i], 9))
    expect(fitStyle({ ...votes, covariates: [new Float64Array(votes.score.length)] })).toBeNull()
  })

  it('estimates the effect of style, and its intervals contain it as often as promised', () => {
    const runs = 200
    let covered = 0
    let sum = 0
    for (let seed = 0; seed < runs; seed++) {
      const { beta, betaCovariance, spread } = fitStyle(drawStyled(seed, { ...truth, unitSpread: 0 }))!
      const [own, error] = [beta[0] / spread[0], Math.sqrt(betaCovariance[0]) / spread[0]]
      sum += own / runs
      if (Math.abs(own - truth.beta[0]) <= 2.02 * error) covered++
    }
    expect(sum).toBeGreaterThan(0.86)
    expect(sum).toBeLessThan(0.95)
    expect(covered / runs).toBeGreaterThan(0.9)
  })
})

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

/** Scores drawn from a + b · tanh(length) + c · difficulty. */
function draw(seed: number, n: number, [a, b, c]: [number, number, number]) {
  const stream = new RandomStream(seed, 0)
  const lengthDifference = Float64Array.from({ length: n }, () => 400 * stream.normal() - 200)
  const difficulty = Float64Array.from({ length: n }, () => stream.normal())
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
    const longer =
      tableOf(`1426 3 0 2 / 976 2 2 1 / 1298 1 2 1 / 927 4 0 1 / 1502 1 1 3 / 1184 0 1 3 / 831 0 5 0
      / 1300 0 0 4 / 1152 0 2 2 / 884 0 3 2 / 606 1 3 1 / 1073 1 3 0 / 460 0 4 1`)
    const scoresOf = (prompts: typeof longer, sign: number) => {
      const votes = prompts.flatMap(([length, ...counts], unit) =>
        counts
          .flatMap((n, outcome) => new Array<number>(n).fill([1, 0, 0.5][outcome]!))
          .map((score) => ({ score, length: length!, unit })),
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
      const { winRate, interval } = lengthControlled(scoresOf([...longer, [0, 1, 1, 0]], sign))!
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

/** By rows: shown first, shown second, points of the first, points of the second. */
function ordered(contestants: number, rows: readonly number[][]): OrderedPoints {
  return {
    contestants,
    shownFirst: Int32Array.from(rows, ([first]) => first!),
    shownSecond: Int32Array.from(rows, ([, second]) => second!),
    firstPoints: Float64Array.from(rows, ([, , points]) => points!),
    secondPoints: Float64Array.from(rows, ([, , , points]) => points!),
  }
}

describe('the position effect', () => {
  it('of two contestants shown in both orders is half the sum of the log odds', () => {
    const effect = positionEffect(ordered(2, tableOf('0 1 60 20 / 1 0 30 40')))!
    const [one, other] = [Math.log(60 / 20), Math.log(30 / 40)]
    expect(effect.eta).toBeCloseTo((one + other) / 2, 10)
    expect(effect.theta[0] - effect.theta[1]).toBeCloseTo((one - other) / 2, 10)
    expect(effect.standardError).toBeCloseTo(Math.sqrt(1 / 60 + 1 / 20 + 1 / 30 + 1 / 40) / 2, 10)
    expect(effect.firstWins).toBeCloseTo(1 / (1 + Math.exp(-effect.eta)), 12)
  })

  it('changes its sign with the order, and is zero if orders balance', () => {
    const rows = tableOf('0 1 9 5 / 1 2 8 3 / 2 0 6 7 / 1 0 5 5')
    const turnedRows = rows.map(([i, j, first, second]) => [j!, i!, second!, first!])
    const [effect, turned] = [positionEffect(ordered(3, rows))!, positionEffect(ordered(3, turnedRows))!]
    expect(turned.eta).toBeCloseTo(-effect.eta, 10)
    turned.theta.forEach((value, i) => expect(value).toBeCloseTo(effect.theta[i], 10))
    expect(positionEffect(ordered(2, tableOf('0 1 9 5 / 1 0 5 9')))!.eta).toBeCloseTo(0, 12)
    // the search begins at its end
    const even = positionEffect(ordered(2, tableOf('0 1 3 3 / 1 0 3 3')))
    expect(even).toMatchObject({ eta: 0, firstWins: 0.5 })
  })

  it.each([
    ['one order only', 2, tableOf('0 1 6 4')],
    ['always the first', 2, tableOf('0 1 6 0 / 1 0 5 0')],
    ['no votes', 2, []],
  ])('has no estimate from %s', (_, contestants, rows) => {
    expect(positionEffect(ordered(contestants, rows))).toBeNull()
  })
})

interface Battle {
  model_a: string
  model_b: string
  winner: string
  judge: string
  home?: string
}

function battles(file: string): Battle[] {
  return readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Battle)
}

/** Ordered points of battles, `isFirst` saying whether model_a has the first position. */
function pointsOf(all: Battle[], isFirst: (battle: Battle) => boolean) {
  const names = [...new Set(all.flatMap(({ model_a, model_b }) => [model_a, model_b]))].sort()
  const number = (name: string) => names.indexOf(name)
  const rows = all.map((one): [number, number, number, number] => {
    const toA = one.winner === 'model_a' ? 1 : one.winner === 'model_b' ? 0 : 0.5
    return isFirst(one)
      ? [number(one.model_a), number(one.model_b), toA, 1 - toA]
      : [number(one.model_b), number(one.model_a), 1 - toA, toA]
  })
  return { names, points: ordered(names.length, rows) }
}

describe.skipIf(!hasReferenceData)('the position effect of published votes', () => {
  const expectedOf = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

  it('is the home advantage of the baseball season of 1987, as in R', () => {
    const { names, points } = pointsOf(
      battles('classic/baseball1987.battles.jsonl'),
      ({ home }) => home !== 'b',
    )
    const { bt_home } = expectedOf('classic/baseball1987.expected.json')
    const effect = positionEffect(points)!
    expect(Math.abs(effect.eta - bt_home.home_advantage)).toBeLessThan(1e-6)
    expect(Math.abs(effect.standardError - bt_home.home_se)).toBeLessThan(1e-6)
    expect(Math.abs(effect.logLikelihood - bt_home.log_likelihood)).toBeLessThan(1e-6)
    for (const { contestant, log_strength } of bt_home.table)
      expect(Math.abs(effect.theta[names.indexOf(contestant)] - log_strength)).toBeLessThan(1e-6)
  })

  it('predicts as many wins of the first position as each judge gave', () => {
    const all = battles('mtbench_en_llmjudge/battles.jsonl')
    interface Seen {
      shown_first_wins: number
      shown_first_ties: number
      same_first: number
      same_second: number
    }
    const { per_judge } = expectedOf('mtbench_en_llmjudge/battles.expected.json').position
    const perJudge = Object.entries<Seen>(per_judge)
    expect(perJudge).toHaveLength(6)
    for (const [judge, seen] of perJudge) {
      const { points } = pointsOf(
        all.filter((one) => one.judge === judge),
        () => true,
      )
      const { eta, theta, interval } = positionEffect(points)!
      const explained = points.shownFirst.reduce((sum, first, row) => {
        const lead = theta[first] - theta[points.shownSecond[row]] + eta
        return sum + 1 / (1 + Math.exp(-lead))
      }, 0)
      expect(explained).toBeCloseTo(seen.shown_first_wins + seen.shown_first_ties / 2, 5)
      expect([judge, interval[0] > 0]).toEqual([judge, seen.same_first > seen.same_second])
    }
  })
})
