import { describe, expect, it } from 'vitest'
import { normal } from '../../../scripts/dev/simulate/field/world.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { twoWayError } from '../../../shared/stats/intervals/spread.ts'
import { worthOfBoth } from '../../../shared/stats/fit/evidence.ts'

const kind = (units: number, design: number) => ({ effective: units, unbiased: units, design })

describe('two kinds of units that cross each other', () => {
  it.each([1, 3, 40])('are worth the same together if each is worth the same, with design %d', (design) => {
    expect(worthOfBoth(kind(50, design), kind(50, design))).toEqual({ effective: 50, unbiased: 50 })
  })

  it('are worth nearly what the one kind is that matters', () => {
    const { effective, unbiased } = worthOfBoth(kind(100, 200), kind(6, 1))
    expect(effective).toBeGreaterThan(90)
    expect(unbiased).toBeGreaterThan(50)
    expect(worthOfBoth(kind(100, 1), kind(6, 200)).unbiased).toBeCloseTo(6, 1)
  })

  it('are never worth less than the worse kind, nor more than the better one', () => {
    for (const [first, second] of [
      [1, 1],
      [1.2, 4],
      [8, 2],
      [50, 50],
    ]) {
      const { effective, unbiased } = worthOfBoth(kind(80, first), kind(7, second))
      for (const worth of [effective, unbiased]) {
        expect(worth).toBeGreaterThanOrEqual(7)
        expect(worth).toBeLessThanOrEqual(80 + 1e-9)
      }
    }
  })

  it('correct the bias of variances that were drawn from 40 prompts and 6 voters', () => {
    const [prompts, voters, prompt, voter] = [40, 6, 2, 0.5]
    const votes = prompts * voters
    const truth = prompt ** 2 / prompts + voter ** 2 / voters + 1 / votes
    let raw = 0
    const boards = 3000
    for (let board = 0; board < boards; board++)
      raw += drawnVariance(prompts, voters, prompt, voter, new RandomStream(7, board)) / boards
    const design = (own: number, units: number) => (own ** 2 / units) * votes + 1
    const { unbiased } = worthOfBoth(
      kind(prompts, design(prompt, prompts)),
      kind(voters, design(voter, voters)),
    )
    const corrected = (raw * (unbiased + 1)) / (unbiased - 1)
    expect(Math.abs(corrected / truth - 1)).toBeLessThan(0.05)
    // by the smaller number of units alone it is too large
    expect((raw * (voters + 1)) / (voters - 1) / truth).toBeGreaterThan(1.05)
  })
})

/**
 * The two-way variance of the mean. The parts of prompts and voters are as exponential weights estimate them: Σ (mean
 * of a unit − mean)² / G(G + 1).
 */
function drawnVariance(
  prompts: number,
  voters: number,
  prompt: number,
  voter: number,
  stream: RandomStream,
): number {
  const likes = Array.from({ length: prompts }, () => prompt * normal(stream))
  const tastes = Array.from({ length: voters }, () => voter * normal(stream))
  const scores = likes.map((like) => tastes.map((taste) => like + taste + normal(stream)))
  const meanOf = (values: readonly number[]) => values.reduce((sum, own) => sum + own, 0) / values.length
  const errorOf = (means: readonly number[]) => {
    const mean = meanOf(means)
    const squares = means.reduce((sum, own) => sum + (own - mean) ** 2, 0)
    return Math.sqrt(squares / (means.length * (means.length + 1)))
  }
  const byVoter = tastes.map((_, at) => meanOf(scores.map((row) => row[at])))
  const byPrompt = scores.map(meanOf)
  const left = scores.flatMap((row, i) =>
    row.map((score, j) => score - byPrompt[i] - byVoter[j] + meanOf(byVoter)),
  )
  const noise = left.reduce((sum, own) => sum + own ** 2, 0) / ((prompts - 1) * (voters - 1))
  return twoWayError(errorOf(byPrompt), errorOf(byVoter), Math.sqrt(noise / left.length)) ** 2
}
