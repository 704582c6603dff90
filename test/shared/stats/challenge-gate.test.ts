import { expect, test } from 'vitest'
import {
  CHALLENGE_GATE,
  chanceOfAny,
  chanceOfPassing,
  passChallenge,
  type ChallengeGate,
} from '../../../shared/stats/compare/gates.ts'

const MAJORITY: ChallengeGate = { minWinRate: 0.5, alpha: 1 }

test('15 of 20 pass and 14 do not, by the tail of a fair coin in whole numbers', () => {
  // Σ_{k≥15} C(20, k) = 21 700 and Σ_{k≥14} C(20, k) = 60 460, of 2^20
  const at = (wins: number) => passChallenge({ wins, losses: 20 - wins, ties: 0 }, CHALLENGE_GATE)
  expect(at(15).pValue).toBeCloseTo(21_700 / 2 ** 20, 14)
  expect(at(14).pValue).toBeCloseTo(60_460 / 2 ** 20, 14)
  expect([at(15).passes, at(14).passes]).toEqual([true, false])
})

test('ties count in the win rate, but not in the test', () => {
  const result = passChallenge({ wins: 15, losses: 5, ties: 20 }, CHALLENGE_GATE)
  expect(result).toMatchObject({ winRate: 25 / 40, passes: true })
  expect(result.pValue).toBeCloseTo(21_700 / 2 ** 20, 14)
  expect(passChallenge({ wins: 15, losses: 5, ties: 20 }, { minWinRate: 0.65, alpha: 0.05 }).passes).toBe(
    false,
  )
})

test('with alpha 1 more than half of the results are needed, and half is not enough', () => {
  const passes = (wins: number, losses: number, ties = 0) =>
    passChallenge({ wins, losses, ties }, MAJORITY).passes
  expect([passes(11, 9), passes(10, 10), passes(0, 0, 5), passes(1, 0, 5)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('the interval of the win rate is Wilson’s if all results are equal', () => {
  expect(passChallenge({ wins: 12, losses: 0, ties: 0 }, MAJORITY).interval![0]).toBeCloseTo(0.7575, 4)
  expect(passChallenge({ wins: 0, losses: 0, ties: 12 }, MAJORITY).interval).toBeNull()
  // symmetric, as a normal interval is
  const [low, high] = passChallenge({ wins: 30, losses: 10, ties: 0 }, MAJORITY).interval!
  expect((low + high) / 2).toBeCloseTo(0.75, 12)
  expect(passChallenge({ wins: 0, losses: 0, ties: 0 }, MAJORITY)).toMatchObject({ winRate: null, pValue: 1 })
})

test('the chance that an equal challenger passes is that of all sequences of a fair coin', () => {
  for (const gate of [CHALLENGE_GATE, MAJORITY, { minWinRate: 0.6, alpha: 0.2 }])
    for (const [decisive, ties] of [
      [12, 0],
      [9, 3],
      [4, 0],
    ] as const) {
      let passing = 0
      for (let coins = 0; coins < 2 ** decisive; coins++) {
        const wins = coins.toString(2).replaceAll('0', '').length
        if (passChallenge({ wins, losses: decisive - wins, ties }, gate).passes) passing++
      }
      const counts = { wins: 0, losses: decisive, ties }
      expect(chanceOfPassing(counts, gate)).toBeCloseTo(passing / 2 ** decisive, 12)
    }
})

test('the chance that any of several challengers passes grows with their number', () => {
  expect(chanceOfAny([])).toBe(0)
  expect(chanceOfAny(Array(14).fill(0.05) as number[])).toBeCloseTo(1 - 0.95 ** 14, 12)
  expect(chanceOfAny([0.3, 1])).toBe(1)
})
