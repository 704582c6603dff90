/** What the left position is worth, and ratings with it controlled. */
import { expect, it } from 'vitest'
import { computeBoardBy } from '../../../server/ratings/compute-board.ts'
import { positionReport } from '../../../server/ratings/reports/board-reports.ts'
import { positionEffect } from '../../../shared/stats/style/position.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { tableOf } from '../../../shared/votes/vote-table.ts'
import { positionLines } from '../../../scripts/cli/terminal/reports/position.ts'

it('the effect of position equals that of the model without clusters, with an interval that covers the truth', () => {
  const stream = new RandomStream(3, 0)
  const strength = { A: 0.5, B: 0, C: -0.5 }
  const names = ['A', 'B', 'C'] as const
  const votes = Array.from({ length: 900 }, (_, i) => {
    const [left, right] = [names[i % 3]!, names[(i + 1 + (i % 2)) % 3]!]
    const wins = stream.uniform() < sigmoid(strength[left] - strength[right] + 0.6)
    return { left, right, outcome: wins ? ('left' as const) : ('right' as const), prompt: `p${i % 60}` }
  })
  const table = tableOf(
    votes.map(({ left, right, outcome, prompt }, i) => ({
      id: `v${i}`,
      contestantA: left,
      contestantB: right,
      outcome,
      prompt,
      voter: null,
    })),
  )
  const board = computeBoardBy('bradley-terry', table, OPTIONS)
  const report = positionReport(table, board)
  const effect = positionEffect({
    contestants: 3,
    shownFirst: Int32Array.from(votes, ({ left }) => names.indexOf(left)),
    shownSecond: Int32Array.from(votes, ({ right }) => names.indexOf(right)),
    firstPoints: Float64Array.from(votes, ({ outcome }) => Number(outcome === 'left')),
    secondPoints: Float64Array.from(votes, ({ outcome }) => Number(outcome === 'right')),
  })!
  expect(report.eta).toBeCloseTo(effect.eta, 6)
  expect(report.interval![0]).toBeLessThan(0.6)
  expect(report.interval![1]).toBeGreaterThan(0.6)
  expect(report.contestants.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  expect(positionLines(report, 200)[0]).toMatch(/^Position, by 900 votes: of two equals, the left one/)
})

const OPTIONS = {
  arena: null,
  view: { source: 'humans', criterion: null, category: null, from: null, to: null },
  contestants: ['A', 'B', 'C'].map((name) => ({ name })),
  rounds: 20,
  seed: 1,
  warnings: [],
  computedAt: '2026-01-01T00:00:00.000Z',
  version: 'test',
}
