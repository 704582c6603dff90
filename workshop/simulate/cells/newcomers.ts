import { cell } from '../cell.ts'
import type { Cell } from '../cell.ts'
import { even, withNewcomer } from '../schedules.ts'
import { equal, spread } from '../strengths.ts'

/** Newcomers with few votes on boards that have many. */
export const newcomers: Cell[] = [
  ...[3, 5, 10, 20].map((votes) =>
    cell({
      group: 'newcomers',
      name: `M=20 equal and one with ${votes} votes, ties`,
      boards: 300,
      strengths: equal(21),
      meetings: withNewcomer(even(20, 10), 20, votes),
      ties: 0.3,
      newcomers: 1,
    }),
  ),
  ...[5, 10].map((votes) =>
    cell({
      group: 'newcomers',
      name: `M=5 equal and two with ${votes} votes, ties`,
      boards: 700,
      strengths: equal(7),
      meetings: withNewcomer(withNewcomer(even(5, 30), 5, votes), 6, votes),
      ties: 0.3,
      newcomers: 2,
    }),
  ),
  ...[5, 8, 20].map((votes) =>
    cell({
      group: 'newcomers',
      name: `M=20 spread and a weak one with ${votes} votes, 50 % ties`,
      boards: 140,
      strengths: [...spread(20), mean(spread(20)) - 0.5],
      meetings: withNewcomer(even(20, 20), 20, votes),
      ties: 0.5,
      newcomers: 1,
    }),
  ),
]

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
