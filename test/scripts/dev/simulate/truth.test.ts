import { describe, expect, it } from 'vitest'
import { cell, type Cell } from '../../../../scripts/dev/simulate/cell.ts'
import { prompts } from '../../../../scripts/dev/simulate/cells/clustered.ts'
import { drawBoard } from '../../../../scripts/dev/simulate/draw-board.ts'
import { even, withNewcomer } from '../../../../scripts/dev/simulate/schedules.ts'
import { expectedScore, truthOf } from '../../../../scripts/dev/simulate/truth.ts'
import { LEFT, TIE } from '../../../../shared/stats/fit/tally.ts'
import { rate } from '../../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../../shared/stats/fit/likelihood.ts'

const world = (changes: Partial<Cell>): Cell =>
  cell({
    group: 'test',
    name: 'one',
    boards: 1,
    strengths: [0.8, 0],
    meetings: even(2, 40_000),
    ...changes,
  })

/** Mean score of the first over the second on one board, and its standard error were votes independent. */
function meanScore(one: Cell): { mean: number; error: number } {
  const { outcome } = drawBoard(one, new RandomStream(7, 0))
  const points = outcome.reduce((sum, code) => sum + (code === LEFT ? 1 : code === TIE ? 0.5 : 0), 0)
  return { mean: points / outcome.length, error: 0.5 / Math.sqrt(outcome.length) }
}

describe('the expected score', () => {
  it('is the logistic function without deviations', () => {
    expect(expectedScore(0.8, 0, null)).toBeCloseTo(sigmoid(0.8), 12)
  })

  it('is one half between equals, and both sides add up to one', () => {
    expect(expectedScore(0, 1.7, null)).toBeCloseTo(0.5, 12)
    expect(expectedScore(1.1, 1.7, null) + expectedScore(-1.1, 1.7, null)).toBeCloseTo(1, 12)
  })

  it('follows the expansion for a small deviation, σ + s²σ″/2', () => {
    const p = sigmoid(0.8)
    const second = p * (1 - p) * (1 - 2 * p)
    expect(expectedScore(0.8, 0.01, null)).toBeCloseTo(p + (second * 0.01 ** 2) / 2, 9)
  })

  it.each<[string, Partial<Cell>, number, number | null]>([
    ['independent votes', {}, 0, null],
    ['ties', { ties: 0.3 }, 0, null],
    ['a prompt for every vote', { units: prompts(40_000) }, Math.SQRT2, null],
    ['a judge in both orders', { units: prompts(40_000), firstPosition: 1 }, Math.SQRT2, 1],
    [
      'prompts and voters',
      { units: prompts(40_000), across: prompts(40_000, 0.5) },
      Math.SQRT2 * Math.hypot(1, 0.5),
      null,
    ],
  ])('equals the mean of drawn votes: %s', (_, changes, deviation, firstPosition) => {
    const { mean, error } = meanScore(world(changes))
    expect(Math.abs(mean - expectedScore(0.8, deviation, firstPosition))).toBeLessThan(4 * error)
  })
})

describe('the truth of a cell', () => {
  it('equals the given strengths if votes are independent', () => {
    expect([...truthOf(world({ ties: 0.3 }))]).toEqual([0.4, -0.4])
  })

  it('equals the fit on many prompts: closer together than the given strengths, in the same order', () => {
    const strengths = [0.9, 0.3, 0, -0.4, 1.2]
    const one = world({ strengths, meetings: withNewcomer(even(4, 4000), 4, 8000), units: prompts(4000) })
    const truth = truthOf(one)
    const { standings } = rate(drawBoard(one, new RandomStream(3, 0)), {
      rounds: 200,
      seed: 1,
      by: 'unit',
      ties: 'half',
      intervals: 'comparison',
      baseline: null,
    })
    standings.forEach(({ theta, standardError }, i) => {
      expect(Math.abs(theta! - truth[i])).toBeLessThan(4 * standardError!)
    })
    const order = [...strengths.keys()].sort((a, b) => strengths[a] - strengths[b])
    expect([...truth.keys()].sort((a, b) => truth[a] - truth[b])).toEqual(order)
    expect(Math.max(...truth) - Math.min(...truth)).toBeLessThan(1.6 * 0.8)
  })
})
