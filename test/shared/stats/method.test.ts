import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, describe } from 'vitest'
import fc from 'fast-check'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { logLikelihood, sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/tally.ts'
import { ballotsOf, pointsOf, type NamedVotes } from '../../../shared/stats/method/ballots.ts'
import { ALPHA, decide } from '../../../shared/stats/method/decide.ts'
import { fitPenalised } from '../../../shared/stats/method/penalised.ts'
import { fitWeighted } from '../../../shared/stats/method/weights.ts'
import {
  logTwoTails,
  normalOfTails,
  normalQuantile,
  sequentialSignTest,
  signTest,
} from '../../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

type Row = [left: number, right: number, outcome: number, prompt: number, voter: number]

const votesOf = (contestants: number, rows: readonly Row[]): NamedVotes => ({
  contestants,
  left: Int32Array.from(rows, ([left]) => left),
  right: Int32Array.from(rows, ([, right]) => right),
  outcome: Uint8Array.from(rows, ([, , outcome]) => outcome),
  kinds: [Int32Array.from(rows, (row) => row[3]), Int32Array.from(rows, (row) => row[4])],
})

const single = ({ kinds: _, ...votes }: NamedVotes): NamedVotes => ({ ...votes, kinds: [] })

/** Rows with effects of prompts and voters, drawn from a seed. */
function drawn(
  seed: number,
  { contestants = 4, votes = 200, prompts = 12, voters = 9, lead = 0.5 } = {},
): Row[] {
  const stream = new RandomStream(seed, 0)
  const below = (n: number) => Math.floor(stream.uniform() * n)
  const normal = () => Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
  const taste = Array.from({ length: prompts + voters }, () =>
    Array.from({ length: contestants }, () => 0.6 * normal()),
  )
  return Array.from({ length: votes }, (): Row => {
    const left = below(contestants)
    const right = (left + 1 + below(contestants - 1)) % contestants
    const [prompt, voter] = [below(prompts), below(voters)]
    const strength = (one: number) =>
      lead * Number(one === 0) + taste[prompt][one] + taste[prompts + voter][one]
    const p = sigmoid(strength(left) - strength(right))
    const u = stream.uniform()
    return [left, right, u < 0.2 ? TIE : u < 0.2 + 0.8 * p ? LEFT : RIGHT, prompt, voter]
  })
}

test('Units of equal size leave plain Bradley-Terry, to the last digit', () => {
  const rows = drawn(2, { votes: 180 }).map(([left, right, outcome], at): Row => [
    left,
    right,
    outcome,
    at % 12,
    at % 9,
  ])
  const ballots = ballotsOf(votesOf(4, rows))
  const plain = fit(pointsOf(ballots, new Float64Array(180).fill(1)))
  expect(fitWeighted(ballots).theta).toEqual(plain.theta)
  expect(fitWeighted(ballots, 'votes').theta).toEqual(plain.theta)
})

test('A unit that speaks often weighs less a vote, and units that agree by chance alone weigh by votes', () => {
  const alike = Array.from({ length: 300 }, (_, at): Row => [
    0,
    1,
    at < 150 || at % 2 ? LEFT : RIGHT,
    at < 150 ? 0 : at,
    at,
  ])
  const { weight, correlations } = fitWeighted(
    ballotsOf({ ...votesOf(2, alike), kinds: [votesOf(2, alike).kinds[0]] }),
  )
  expect(correlations[0]).toBeGreaterThan(0.1)
  expect(Math.min(...weight)).toBeLessThan(0.05)
  const mixed = alike.map(([left, right, , ...units], at): Row => [
    left,
    right,
    at % 2 ? LEFT : RIGHT,
    ...units,
  ])
  expect(fitWeighted(ballotsOf(votesOf(2, mixed))).correlations).toEqual([0, 0])
})

test.each([1, 4, 9])(
  'Firth: %i wins and no loss are worth ln (n + ½)/½, and twice the penalised ratio',
  (wins) => {
    const points = {
      contestants: 2,
      first: Int32Array.of(0),
      second: Int32Array.of(1),
      firstPoints: Float64Array.of(wins),
      secondPoints: Float64Array.of(0),
    }
    const free = fitPenalised(points)
    expect(free.theta[0] - free.theta[1]).toBeCloseTo(Math.log((wins + 0.5) / 0.5), 6)
    const equal = fitPenalised(points, free.theta, [0, 1])
    const value = (p: number) => wins * Math.log(p) + Math.log(wins * p * (1 - p)) / 2
    expect(free.value - equal.value).toBeCloseTo(value((wins + 0.5) / (wins + 1)) - value(0.5), 8)
  },
)

test('The penalised fit is the maximum of its own value, also with two strengths kept equal', () => {
  const points = pointsOf(
    ballotsOf(single(votesOf(4, drawn(5, { votes: 14 })))),
    new Float64Array(14).fill(1),
  )
  const logDet = (theta: Float64Array) => {
    const n = theta.length - 1
    const minor = Array.from({ length: n }, () => new Array<number>(n).fill(0))
    points.first.forEach((i, pair) => {
      const [j, p] = [points.second[pair], sigmoid(theta[i] - theta[points.second[pair]])]
      const own = (points.firstPoints[pair] + points.secondPoints[pair]) * p * (1 - p)
      for (const [a, b, sign] of [
        [i, i, 1],
        [j, j, 1],
        [i, j, -1],
        [j, i, -1],
      ] as const)
        if (a < n && b < n) minor[a][b] += sign * own
    })
    const [[a, b, c], [d, e, f], [g, h, i]] = minor
    return Math.log(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))
  }
  const value = (theta: Float64Array) => logLikelihood(points, theta) + logDet(theta) / 2
  for (const equal of [undefined, [0, 2] as const]) {
    const { theta, converged } = fitPenalised(points, undefined, equal)
    expect(converged).toBe(true)
    for (let i = 0; i < 4; i++)
      for (const change of [-0.01, 0.01]) {
        const moved = theta.slice()
        for (const at of equal?.includes(i as 0 | 2) ? equal : [i]) moved[at] += change
        expect(value(moved)).toBeLessThan(value(theta))
      }
  }
})

test('A winner is above everybody, and no two are above each other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom('one' as const, 'any' as const),
      (seed, looks) => {
        const { winner, above } = decide(ballotsOf(votesOf(4, drawn(seed, { lead: 2, votes: 400 }))), {
          seed: 1,
          looks,
        })
        for (let i = 0; i < 4; i++)
          for (let j = 0; j < 4; j++) {
            expect(above[i * 4 + j] && above[j * 4 + i]).toBeFalsy()
            if (winner === i && j !== i) expect(above[i * 4 + j]).toBe(1)
          }
      },
    ),
    { numRuns: 40 },
  )
})

test('What holds at all looks holds for one', () => {
  for (let seed = 0; seed < 30; seed++) {
    const ballots = ballotsOf(votesOf(4, drawn(seed, { lead: 1.5, votes: 500 })))
    const [one, any] = (['one', 'any'] as const).map((looks) => decide(ballots, { seed: 1, looks }))
    if (any.winner !== null) expect(one.winner).toBe(any.winner)
    any.above.forEach((is, at) => is && expect(one.above[at]).toBe(1))
  }
})

test.each([
  [9, 1],
  [30, 12],
  [60, 50],
])('Two contestants by single votes: the exact sign test, %i : %i', (wins, losses) => {
  const rows = Array.from({ length: wins + losses }, (_, at): Row => [0, 1, at < wins ? LEFT : RIGHT, 0, 0])
  for (const [looks, p] of [
    ['one', signTest(wins, losses)],
    ['any', sequentialSignTest(wins, losses)],
  ] as const)
    expect(decide(ballotsOf(single(votesOf(2, rows))), { seed: 1, looks }).winner).toBe(p < ALPHA ? 0 : null)
})

test('Two voters never decide, however often they agree', () => {
  const rows = Array.from({ length: 400 }, (_, at): Row => [0, 1, at % 10 ? LEFT : RIGHT, at % 40, at % 2])
  expect(decide(ballotsOf(votesOf(2, rows)), { seed: 1 }).winner).toBeNull()
})

test.each([
  [4, 10, null],
  [5, 100, null],
  [8, 1, 0],
  [8, 10, 0],
  [8, 100, 0],
])(
  '%i prompts that are each unanimous, of %i votes, decide as so many single votes would',
  (prompts, times, winner) => {
    const rows = Array.from({ length: prompts * times }, (_, at): Row => [0, 1, LEFT, at % prompts, 0])
    const votes = votesOf(2, rows)
    expect(decide(ballotsOf({ ...votes, kinds: [votes.kinds[0]] }), { seed: 1 }).winner).toBe(winner)
  },
)

test('Somebody unbeaten has a finite strength, and wins by enough votes', () => {
  const rows = (wins: number): Row[] => [
    ...drawn(7, { contestants: 3, votes: 60, lead: 0 }).map(([left, right, ...rest]): Row => [
      left,
      right,
      ...rest,
    ]),
    ...Array.from({ length: wins }, (_, at): Row => [3, at % 3, LEFT, at, at]),
  ]
  const few = decide(ballotsOf(single(votesOf(4, rows(3)))), { seed: 1 })
  expect(few.fit.penalised).toBe(true)
  expect(few.fit.theta.every(Number.isFinite)).toBe(true)
  expect(few.winner).toBeNull()
  expect(decide(ballotsOf(single(votesOf(4, rows(45)))), { seed: 1 }).winner).toBe(3)
})

test('A strength by the penalty alone is found where units leave little of many votes, and one vote hardly moves it', () => {
  const rows = Array.from({ length: 60 }, (_, at): Row => [0, 1, LEFT, at % 2, at % 2])
  const [alike, another] = [rows, [...rows, [0, 1, LEFT, 2, 2] as Row]].map((own) =>
    fitWeighted(ballotsOf(votesOf(2, own))),
  )
  expect(alike.converged && another.converged).toBe(true)
  expect(Math.abs(another.theta[0] - alike.theta[0])).toBeLessThan(0.5)
})

test('Where no named vote tells of a difference, its error is unknown and nothing is declared', () => {
  const rows = drawn(3, { contestants: 3, votes: 80 })
  const unnamed = Array.from({ length: 12 }, (_, at): Row => [0, 3, at ? LEFT : RIGHT, -1, -1])
  const { contrasts, above } = decide(ballotsOf(votesOf(4, [...rows, ...unnamed])), { seed: 1 })
  expect(contrasts.contrast(0, 3).variance).toBe(Infinity)
  expect(above[3]).toBe(0)
})

test('The normal deviate of two tails is the inverse, near the middle and far out', () => {
  for (const x of [0.01, 0.7, 1.96, 4, 30, 60]) expect(normalOfTails(logTwoTails(x))).toBeCloseTo(x, 9)
  expect(normalOfTails(Math.log(0.05))).toBeCloseTo(normalQuantile(0.025), 12)
})

describe('a second program', () => {
  /** A board of `workshop/second/method.py`: votes as digits, of pairs 0–1, 0–2, … and for both kinds of looks. */
  interface Board extends Record<'left' | 'right' | 'outcome' | 'prompt' | 'voter', string> {
    name: string
    penalised: boolean
    theta: number[]
    correlations: number[]
    /** The least, the largest, Σw and Σw². */
    weights: number[]
    lead: number[]
    variance: number[]
    degrees: number[]
    votes: number[]
    modelVariance: number[]
    one: Declared
    any: Declared
  }

  interface Declared {
    z: number[]
    winner: number | null
    above: [number, number][]
    critical: number
  }

  const boards = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../workshop/second/method.json'), 'utf8'),
  ) as Board[]

  const SEEDS = Array.from({ length: 20 }, (_, seed) => seed)

  const columnOf = (digits: string) =>
    Int32Array.from(digits, (digit) => (digit === '-' ? -1 : parseInt(digit, 36)))

  test.each(boards)('a second program, from the description alone, agrees on $name', (board) => {
    const contestants = board.theta.length
    const ballots = ballotsOf({
      contestants,
      left: columnOf(board.left),
      right: columnOf(board.right),
      outcome: Uint8Array.from(columnOf(board.outcome)),
      kinds: [columnOf(board.prompt), columnOf(board.voter)].filter((kind) => kind.some((unit) => unit >= 0)),
    })
    const pairs = board.lead.map((_, at) => pairAt(at, contestants))
    for (const looks of ['one', 'any'] as const) {
      const { fit, contrasts, z, winner, above } = decide(ballots, { looks, seed: 1 })
      expect(fit.penalised).toBe(board.penalised)
      near([...fit.theta], board.theta)
      near(fit.correlations, board.correlations)
      const weights = [...fit.weight]
      const sums = [weights, weights.map((own) => own ** 2)].map((all) => all.reduce((sum, own) => sum + own))
      near([Math.min(...weights), Math.max(...weights), ...sums], board.weights)
      const found = pairs.map(([i, j]) => contrasts.contrast(i, j))
      for (const field of ['lead', 'variance', 'degrees', 'votes', 'modelVariance'] as const)
        near(
          found.map((contrast) => contrast[field]),
          board[field],
        )
      near(
        pairs.map(([i, j]) => z[i * contestants + j]),
        board[looks].z,
      )
      expect(winner).toBe(board[looks].winner)
      const shown = [...above.keys()].filter((at) => above[at] === 1)
      expect(shown.map((at) => [Math.floor(at / contestants), at % contestants])).toEqual(board[looks].above)
    }
    // no z of a stored board is within 0.25 of a critical value, and that of 2,000 draws has a standard error of 0.04 to 0.06
    const drawn = SEEDS.map((seed) => {
      const { critical, contrasts } = decide(ballots, { seed })
      return critical.orders(contrasts.contrast(0, 1))
    })
    for (const critical of drawn) expect(Math.abs(critical - board.one.critical)).toBeLessThan(0.25)
    const mean = drawn.reduce((sum, critical) => sum + critical) / drawn.length
    expect(Math.abs(mean - board.one.critical)).toBeLessThan(0.05)
  })

  function pairAt(at: number, contestants: number): [number, number] {
    let i = 0
    while (at >= contestants - 1 - i) at -= contestants - 1 - i++
    return [i, i + 1 + at]
  }

  /** Equal to eight digits, or to 1e-8 where numbers are small. */
  function near(found: readonly number[], expected: readonly number[]): void {
    expect(found).toHaveLength(expected.length)
    for (const [at, value] of expected.entries())
      expect(Math.abs(found[at] - value)).toBeLessThan(1e-8 * Math.max(1, Math.abs(value)))
  }
})
