import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  rate,
  type Rated,
  type RateOptions,
  type Standing,
  type VoteColumns,
} from '../../../shared/stats/index.ts'
import { board, options, pick, type Row } from './boards.ts'

const CONTESTANTS = 6
const UNITS = 5

/** Any board at all: unbeaten, winless, disconnected and unrated contestants among them. */
const anyBoard = fc
  .array(
    fc.tuple(
      fc.nat(CONTESTANTS - 1),
      fc.integer({ min: 1, max: CONTESTANTS - 1 }),
      fc.nat(3),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(UNITS - 1),
    ),
    { maxLength: 40 },
  )
  .map((draws) => draws.map(([left, ahead, ...rest]): Row => [left, (left + ahead) % CONTESTANTS, ...rest]))
  .map((rows) => board(CONTESTANTS, rows))

const anyOptions = fc.record({
  by: fc.constantFrom('unit' as const, 'vote' as const),
  ties: fc.constantFrom('half' as const, 'drop' as const),
  intervals: fc.constantFrom('comparison' as const, 'classic' as const),
})

const ROUNDS = 40

function strengths(votes: VoteColumns, changes: Partial<RateOptions>): (number | null)[] {
  return rate(votes, options(changes)).standings.map(({ theta }) => theta)
}

/** The largest difference, relative where the numbers are large; infinite where one side has a number alone. */
function difference(actual: (number | null)[], expected: (number | null)[]): number {
  const differences = actual.map((value, i) => {
    const other = expected[i]
    if (value === null || other === null) return value === other ? 0 : Infinity
    return Math.abs(value - other) / Math.max(1, Math.abs(other))
  })
  return Math.max(0, ...differences)
}

describe('any board', () => {
  it('contains no NaN or Infinity, and every interval is in order', () => {
    fc.assert(
      fc.property(anyBoard, anyOptions, (votes, changes) => {
        const rated = rate(votes, options({ rounds: ROUNDS, baseline: 0, ...changes }))
        expectFinite(rated)
        for (const { marginal, comparison, theta, rankInterval, rank } of rated.standings) {
          if (marginal) expect(marginal[0]).toBeLessThanOrEqual(marginal[1])
          if (theta !== null && comparison) expect(comparison[0]!).toBeLessThanOrEqual(comparison[1]!)
          if (rankInterval) expect(rankInterval[0]).toBeLessThanOrEqual(rankInterval[1])
          expect(rank).toBe(rankInterval ? rankInterval[0] : null)
        }
      }),
      { numRuns: 150, seed: 1 },
    )
  })

  it('is the same to the last digit for votes in any order', () => {
    fc.assert(
      fc.property(anyBoard, anyOptions, fc.infiniteStream(fc.nat()), (votes, changes, keys) => {
        const order = [...votes.outcome.keys()].map((vote) => [vote, keys.next().value as number])
        const shuffled = pick(
          votes,
          order.sort((a, b) => a[1] - b[1]).map(([vote]) => vote),
        )
        const rateOptions = options({ rounds: ROUNDS, ...changes })
        expect(rate(shuffled, rateOptions)).toEqual(rate(votes, rateOptions))
      }),
      { numRuns: 100, seed: 2 },
    )
  })

  it('is the same to the last digit with sides swapped', () => {
    fc.assert(
      fc.property(anyBoard, anyOptions, (votes, changes) => {
        const swapped = {
          ...votes,
          left: votes.right,
          right: votes.left,
          outcome: votes.outcome.map((outcome) => [1, 0, 2, 3][outcome]),
        }
        const rateOptions = options({ rounds: ROUNDS, ...changes })
        expect(rate(swapped, rateOptions)).toEqual(rate(votes, rateOptions))
      }),
      { numRuns: 100, seed: 3 },
    )
  })

  it('has the same strengths under other numbers for the contestants, and by unit the same intervals', () => {
    const anyNumbering = fc.shuffledSubarray([...new Array(CONTESTANTS).keys()], { minLength: CONTESTANTS })
    fc.assert(
      fc.property(anyBoard, anyNumbering, (votes, numbering) => {
        const renumbered = {
          ...votes,
          left: votes.left.map((side) => numbering[side]),
          right: votes.right.map((side) => numbering[side]),
        }
        const rateOptions = options({ rounds: ROUNDS, by: 'unit' })
        const before = rate(votes, rateOptions)
        const after = rate(renumbered, rateOptions)
        fc.pre(!hangsOnNumbers(before))
        numbering.forEach((to, from) => {
          const old = before.standings[from]
          const now = after.standings[to]
          expect(difference(numbersOf(now), numbersOf(old))).toBeLessThan(1e-7)
          expect(now.rankInterval).toEqual(old.rankInterval)
        })
      }),
      { numRuns: 150, seed: 4 },
    )
  })

  it('has the same strengths if every vote is counted k times', () => {
    fc.assert(
      fc.property(anyBoard, fc.integer({ min: 2, max: 5 }), (votes, times) => {
        const every = [...votes.outcome.keys()]
        const multiplied = pick(
          votes,
          every.flatMap((vote) => new Array<number>(times).fill(vote)),
        )
        expect(difference(strengths(multiplied, {}), strengths(votes, {}))).toBeLessThan(1e-7)
      }),
      { numRuns: 100, seed: 5 },
    )
  })
})

/**
 * Between equally large groups the contestants' numbers decide which is fitted, and between several unbeaten ones
 * which draws its weight first.
 */
function hangsOnNumbers({ standings }: Rated): boolean {
  const count = (expectedStatus: string) =>
    standings.filter(({ status, reason }) => expectedStatus === (reason ?? status)).length
  return count('unbeaten') > 1 || (count('rated') > 0 && count('disconnected') >= count('rated'))
}

function numbersOf({ theta, standardError, marginal, comparison }: Standing): (number | null)[] {
  return [theta, standardError, ...(marginal ?? []), ...(comparison ?? [])]
}

function expectFinite(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
  else if (value !== null && typeof value === 'object') Object.values(value).forEach(expectFinite)
}
