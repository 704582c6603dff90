import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import {
  covarianceError,
  sandwich,
  sandwichSpread,
  twoWaySpread,
} from '../../../shared/stats/intervals/spread.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { tally, type Tally } from '../../../shared/stats/fit/tally.ts'
import { options, randomBoard } from './boards.ts'

const votes = randomBoard(31, 6, 600, 25)
const crossed = { unit: votes.unit.map((unit, vote) => (unit * 7 + vote) % 12), units: 12 }
const everyone = Int32Array.from({ length: 6 }, (_, i) => i)
const ROUNDS = { rounds: 200, seed: 1, onProgress: () => undefined }

describe('two-way variances', () => {
  const byPrompt = tally(votes, 'unit', 'half')
  const byVoter = tally({ ...votes, ...crossed }, 'unit', 'half')
  const byVote = tally(votes, 'vote', 'half')
  const selection = among(byPrompt, everyone)
  const { theta } = fit(selection.points)
  const at = information(selection.points, theta)
  const spreadOf = (counted: Tally) => sandwichSpread(counted, selection, theta, ROUNDS)
  const both = twoWaySpread(spreadOf(byPrompt), spreadOf(byVoter), spreadOf(byVote))(at)
  const square = (counted: Tally, i: number, j?: number) =>
    covarianceError(sandwich(counted, selection, theta, at), i, j) ** 2

  it('are those of prompts plus those of voters minus those of single votes, and never below the larger', () => {
    const floored: boolean[] = []
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < i; j++) {
        const [prompt, voter, vote] = [byPrompt, byVoter, byVote].map((counted) => square(counted, i, j))
        expect(both.ofDifference(i, j) ** 2).toBeCloseTo(Math.max(prompt, voter, prompt + voter - vote), 10)
        floored.push(prompt + voter - vote < Math.max(prompt, voter))
      }
    expect(new Set(floored).size).toBe(2)
    both.standardErrors.forEach((error, i) => {
      const [prompt, voter, vote] = [byPrompt, byVoter, byVote].map((counted) => square(counted, i))
      expect(error ** 2).toBeCloseTo(Math.max(prompt, voter, prompt + voter - vote), 10)
    })
  })

  it('give a board with the counts and strengths of the board by prompt', () => {
    const [one, two] = [votes, { ...votes, crossed }].map((columns) =>
      rate(columns, options({ rounds: 200, by: 'unit' })),
    )
    two.standings.forEach((standing, i) => {
      const { theta: strength, wins, losses, ties, votes: count } = one.standings[i]
      expect(standing).toMatchObject({ theta: strength, wins, losses, ties, votes: count })
      expect(standing.standardError!).toBeGreaterThanOrEqual(one.standings[i].standardError!)
    })
  })

  it('do not depend on which kind of unit is named first', () => {
    const swapped = { ...votes, ...crossed, crossed: { unit: votes.unit, units: votes.units } }
    const [one, two] = [{ ...votes, crossed }, swapped].map((columns) =>
      rate(columns, options({ rounds: 400, by: 'unit' })),
    )
    one.standings.forEach(({ standardError }, i) =>
      expect(two.standings[i].standardError! / standardError!).toBeCloseTo(1, 0.5),
    )
  })

  it('refuse a voter number above the announced count', () => {
    expect(() =>
      rate({ ...votes, crossed: { ...crossed, units: 11 } }, options({ rounds: 0, by: 'unit' })),
    ).toThrow(/crossed unit outside 0 … 10/)
  })
})
