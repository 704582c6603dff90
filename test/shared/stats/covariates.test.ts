import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import {
  fitCovariates,
  fitStyle,
  styleDifference,
  styleSpread,
  type CovariateVotes,
} from '../../../shared/stats/style/covariates.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { covarianceError, sandwich } from '../../../shared/stats/intervals/spread.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'
import { randomBoard } from './boards.ts'
import { plainLogistic } from './plain-logistic.ts'
import { drawStyled, swapSides } from './styled-votes.ts'

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

  it('without covariates equals the fit of the board and its sandwich', () => {
    const board = randomBoard(3, 6, 400, 25)
    const counted = tally(board, 'unit', 'half')
    const selection = among(
      counted,
      Int32Array.from({ length: 6 }, (_, i) => i),
    )
    const { theta } = fit(selection.points)
    const covariance = sandwich(counted, selection, theta, information(selection.points, theta))
    const fitted = fitCovariates({
      ...board,
      score: Float64Array.from(board.outcome, (outcome) => [1, 0, 0.5, 0.5][outcome]),
      covariates: [],
    })!
    fitted.theta.forEach((value, i) => {
      expect(value).toBeCloseTo(theta[i], 8)
      expect(fitted.thetaErrors[i]).toBeCloseTo(covarianceError(covariance, i), 8)
    })
    expect(evidenceOf(counted, selection).units.length).toBe(6)
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

  it.each<[string, CovariateVotes]>([
    [
      'no votes',
      {
        ...votes,
        left: new Int32Array(0),
        right: new Int32Array(0),
        score: new Float64Array(0),
        covariates: [new Float64Array(0)],
        unit: new Int32Array(0),
      },
    ],
    [
      'a covariate that decides every vote',
      { ...votes, covariates: [votes.score.map((score) => score - 0.5)] },
    ],
    ['the same covariate twice', { ...votes, covariates: [votes.covariates[0], votes.covariates[0]] }],
    [
      'a covariate that is a strength',
      {
        ...votes,
        covariates: [
          Float64Array.from(votes.left, (left, vote) => Number(left === 1) - Number(votes.right[vote] === 1)),
        ],
      },
    ],
    [
      'nobody linked',
      {
        ...votes,
        left: votes.left.map(() => 0),
        right: votes.left.map(() => 1),
        score: votes.score.map(() => 1),
      },
    ],
  ])('has no estimate for %s', (_, odd) => {
    expect(fitCovariates(odd)).toBeNull()
  })
})

describe('style control', () => {
  it('uses differences between −1 and 1, divided by their spread around zero', () => {
    expect([
      styleDifference(3, 1),
      styleDifference(1, 3),
      styleDifference(0, 0),
      styleDifference(5, 0),
    ]).toEqual([0.5, -0.5, 0, 1])
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
