import { describe, expect, it } from 'vitest'
import { evidenceOf, type Evidence, worthOfBoth } from '../../../shared/stats/fit/evidence.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { normal } from '../../../workshop/simulate/world.ts'
import { board, fitted, randomBoard, type Row } from './boards.ts'
import { twoWayError } from '../../../shared/stats/intervals/spread.ts'

function evidence(votes: VoteColumns): Evidence {
  const { counted, selection, theta } = fitted(votes, 'unit')
  return evidenceOf(counted, selection, theta)
}

/** Two contestants, the votes of each unit given as wins and losses of the first. */
const units = (...counts: [number, number][]) =>
  board(
    2,
    counts.flatMap(([wins, losses], unit): Row[] => [
      [0, 1, 0, wins, unit],
      [0, 1, 1, losses, unit],
    ]),
  )

describe('effective units', () => {
  it('equal the units to the last digit if all units have as many votes', () => {
    const { units: counted, effective, unbiased } = evidence(units([1, 2], [3, 0], [2, 1], [0, 3], [1, 2]))
    expect(Array.from(effective)).toEqual([5, 5])
    expect(Array.from(unbiased)).toEqual([5, 5])
    expect(Array.from(counted)).toEqual([5, 5])
  })

  it('correct the bias of the sandwich for units of these sizes', () => {
    const sizes = [60, 60, 20, 6, 6, 6, 6, 6, 6, 6, 6, 6]
    const even = (m: number): [number, number] => [m / 2, m / 2]
    // votes of a unit that agree to the last one, in half of the units for each: ρ = 1 but for what the fit takes up
    const agreed = evidence(units(...sizes.map((m, u): [number, number] => (u % 2 ? [m, 0] : [0, m]))))
    const apart = evidence(units(...sizes.map(even)))
    const total = sizes.reduce((sum, m) => sum + m, 0)
    const shortfall = (sd: (m: number) => number) => {
      const stream = new RandomStream(3, 0)
      let [estimate, truth] = [0, 0]
      for (let board = 0; board < 20_000; board++) {
        const scores = sizes.map((m) => sd(m) * normal(stream))
        const sum = scores.reduce((a, b) => a + b, 0)
        truth += sum ** 2
        scores.forEach((score, u) => (estimate += (score - (sizes[u] / total) * sum) ** 2))
      }
      // the bootstrap with weights Exp(1) falls short by one more factor
      return estimate / truth / (1 + sizes.reduce((a, m) => a + m ** 2, 0) / total ** 2)
    }
    const factor = ({ unbiased }: Evidence) => (unbiased[0] - 1) / (unbiased[0] + 1)
    expect(Math.abs(factor(apart) / shortfall(Math.sqrt) - 1)).toBeLessThan(0.02)
    expect(Math.abs(factor(agreed) / shortfall((m) => m) - 1)).toBeLessThan(0.05)
  })

  it('are one more than the degrees of freedom of the scores’ spread around their fit', () => {
    const sizes = [60, 60, 20, 6, 6, 6, 6, 6, 6, 6, 6, 6]
    const total = sizes.reduce((sum, m) => sum + m, 0)
    const agreed = evidence(units(...sizes.map((m, u): [number, number] => (u % 2 ? [m, 0] : [0, m]))))
    const apart = evidence(units(...sizes.map((m): [number, number] => [m / 2, m / 2])))
    const degrees = (sd: (m: number) => number) => {
      const stream = new RandomStream(4, 0)
      let [mean, square] = [0, 0]
      const boards = 20_000
      for (let board = 0; board < boards; board++) {
        const scores = sizes.map((m) => sd(m) * normal(stream))
        const sum = scores.reduce((a, b) => a + b, 0)
        const spread = scores.reduce((all, own, u) => all + (own - (sizes[u] / total) * sum) ** 2, 0)
        mean += spread / boards
        square += spread ** 2 / boards
      }
      return (2 * mean ** 2) / (square - mean ** 2)
    }
    expect(Math.abs((apart.effective[0] - 1) / degrees(Math.sqrt) - 1)).toBeLessThan(0.04)
    expect(Math.abs((agreed.effective[0] - 1) / degrees((m) => m) - 1)).toBeLessThan(0.06)
    expect(apart.effective[0]).toBeGreaterThan(1.5 * agreed.effective[0])
  })

  it('lie between those of prompts and those of voters if both are units', () => {
    const votes = randomBoard(6, 5, 200, 20)
    const crossed = { unit: votes.unit.map((_, vote) => (vote % 3 === 0 ? 0 : vote % 7)), units: 7 }
    const both = evidence({ ...votes, crossed })
    const voters = evidence({ ...votes, unit: crossed.unit, units: 7 })
    const prompts = evidence(votes)
    for (let i = 0; i < 5; i++) {
      expect(both.effective[i]).toBeGreaterThan(voters.effective[i])
      expect(both.effective[i]).toBeLessThan(prompts.effective[i])
    }
  })
})

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
