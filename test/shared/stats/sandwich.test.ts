import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { covarianceError, sandwich } from '../../../shared/stats/intervals/spread.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { board, randomBoard } from './boards.ts'
import { clusterSandwich } from './cluster-sandwich.ts'
import { hasReferenceData, readBattles, readExpected } from './reference.ts'

function sandwichOf(votes: VoteColumns, by: 'unit' | 'vote', ties: 'half' | 'drop' = 'half') {
  const counted = tally(votes, by, ties)
  const selection = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const { theta } = fit(selection.points)
  return { theta, covariance: sandwich(counted, selection, theta, information(selection.points, theta)) }
}

describe('the sandwich covariance', () => {
  it('of two contestants equals that of the log odds', () => {
    const { covariance } = sandwichOf(
      board(2, [
        [0, 1, 0, 30],
        [0, 1, 1, 10],
      ]),
      'vote',
    )
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
