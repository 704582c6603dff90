import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ballotsOf } from '../../../shared/stats/method/ballots.ts'
import { decide } from '../../../shared/stats/method/decide.ts'

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
