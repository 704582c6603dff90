import { describe, expect, it } from 'vitest'
import { evidenceOf, type Evidence } from '../../../shared/stats/fit/evidence.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { normal } from '../../../workshop/simulate/world.ts'
import { board, fitted, randomBoard, type Row } from './boards.ts'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'

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

describe('effective units', () => {
  it('equal the units to the last digit if all units have as many votes', () => {
    const { units: counted, effective } = evidence(units([1, 2], [3, 0], [2, 1], [0, 3], [1, 2]))
    expect(Array.from(effective)).toEqual([5, 5])
    expect(Array.from(counted)).toEqual([5, 5])
  })

  it('correct the bias of the sandwich for units of these sizes', () => {
    const sizes = [60, 60, 20, 6, 6, 6, 6, 6, 6, 6, 6, 6]
    const even = (m: number): [number, number] => [m / 2, m / 2]
    // votes of a unit that agree to the last one, in half of the units for each: ρ = 1 but for what the fit takes up
    const agreed = meanOf(sizes.map((m, u) => (u % 2 ? [m, 0] : [0, m])))
    const apart = meanOf(sizes.map(even))
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
    const factor = ({ unbiased }: { unbiased: number }) => (unbiased - 1) / (unbiased + 1)
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
    expect(both.effective).toEqual(
      Array.from(voters.effective, (own, i) => Math.min(own, prompts.effective[i])),
    )
  })
})
