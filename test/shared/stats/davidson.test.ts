import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  davidsonLikelihood,
  fitDavidson,
  hasMaximum,
  outcomesAmong,
} from '../../../shared/stats/fit/davidson.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { board, pick, randomBoard, type Row } from './boards.ts'
import { hasReferenceData, readBattles } from './reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
const pairsOf = (votes: VoteColumns) =>
  outcomesAmong(
    tally(votes, 'vote', 'half'),
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
const fitted = (votes: VoteColumns) => fitDavidson(pairsOf(votes))!

describe("Davidson's model", () => {
  it('gives two contestants the observed shares', () => {
    const { theta, nu, converged } = fitted(
      board(2, [
        [0, 1, 0, 50],
        [0, 1, 1, 20],
        [0, 1, 2, 30],
      ]),
    )
    expect(converged).toBe(true)
    expect(theta[0] - theta[1]).toBeCloseTo(Math.log(50 / 20), 10)
    expect(nu).toBeCloseTo(30 / Math.sqrt(50 * 20), 10)
  })

  it('equals Bradley-Terry without ties', () => {
    const votes = board(3, [
      [0, 1, 0, 9],
      [0, 1, 1, 4],
      [1, 2, 0, 5],
      [2, 1, 0, 2],
      [2, 0, 0, 3],
    ])
    const pairs = pairsOf(votes)
    const plain = fit({ ...pairs, firstPoints: pairs.firstWins, secondPoints: pairs.secondWins })
    expect(fitted(votes)).toEqual({
      theta: plain.theta,
      nu: 0,
      converged: true,
      iterations: plain.iterations,
    })
  })

  it.each([1, 2, 3, 4, 5])('is at the maximum of the likelihood (board %i)', (seed) => {
    const votes = randomBoard(seed, 6, 120, 20)
    const pairs = pairsOf(votes)
    const { theta, nu } = fitDavidson(pairs)!
    const top = davidsonLikelihood(pairs, Float64Array.from([...theta, Math.log(nu)]))
    for (let i = 0; i < 7; i++)
      for (const move of [-0.01, 0.01]) {
        const near = Float64Array.from([...theta, Math.log(nu)])
        near[i] += move
        expect(davidsonLikelihood(pairs, near)).toBeLessThan(top)
      }
  })

  it('does not depend on the order of votes or on sides', () => {
    const votes = randomBoard(3, 5, 80, 10)
    const order = [...votes.outcome.keys()].reverse()
    const turned = {
      ...votes,
      left: votes.right,
      right: votes.left,
      outcome: votes.outcome.map((one) => (one < 2 ? 1 - one : one)),
    }
    expect(fitted(pick(votes, order))).toEqual(fitted(votes))
    expect(fitted(turned)).toEqual(fitted(votes))
  })
})

describe('the likelihood', () => {
  const cases: [string, number, Row[], boolean][] = [
    [
      'wins and ties one way',
      2,
      [
        [0, 1, 0],
        [0, 1, 2],
      ],
      false,
    ],
    ['nothing but ties', 2, [[0, 1, 2, 5]], false],
    [
      'wins both ways',
      2,
      [
        [0, 1, 0],
        [0, 1, 1],
        [0, 1, 2],
      ],
      true,
    ],
    [
      'a cycle of wins',
      3,
      [
        [0, 1, 0],
        [1, 2, 0],
        [2, 0, 0],
        [0, 1, 2],
      ],
      true,
    ],
    [
      'a chain of two wins against one tie',
      3,
      [
        [0, 1, 0],
        [1, 2, 0],
        [0, 2, 2],
      ],
      true,
    ],
    [
      'a win against a chain of ties',
      3,
      [
        [0, 1, 2],
        [1, 2, 2],
        [0, 2, 0],
      ],
      false,
    ],
  ]

  it.each(cases)('has a maximum, or none, with %s', (_, contestants, rows, exists) => {
    const pairs = pairsOf(board(contestants, rows))
    expect(hasMaximum(pairs)).toBe(exists)
    const fitted = fitDavidson(pairs)
    expect(fitted === null).toBe(!exists)
    if (fitted) expect([fitted.converged, fitted.theta.every(Number.isFinite)]).toEqual([true, true])
  })
})

describe.skipIf(!hasReferenceData)("Davidson's model of published votes", () => {
  const files = [
    'classic/soundfields1984',
    'llmfao/battles_human',
    'llmfao/battles_gpt3',
    'llmfao/battles_gpt4',
    'mtbench_en_llmjudge/battles',
    'pandalm/battles_human',
    'pandalm/battles_judges',
  ]

  it.each(files)('%s has the strengths of an independent fit within 1e-6', (file) => {
    const { votes, names } = readBattles(file)
    const expected = JSON.parse(readFileSync(join(folder, `${file}.expected.json`), 'utf8')).davidson
    const { theta, nu, converged } = fitted(votes)
    expect(converged).toBe(true)
    expect(Object.keys(expected.log_strength)).toHaveLength(names.length)
    names.forEach((name, i) => expect(Math.abs(theta[i] - expected.log_strength[name])).toBeLessThan(1e-6))
    expect(Math.abs(Math.log(nu) - expected.log_nu)).toBeLessThan(1e-6)
  })
})
