import { cell } from '../cell.ts'
import type { Cell } from '../cell.ts'
import { even, joined } from '../schedules.ts'
import { equal, leading, spread } from '../strengths.ts'
import { prompts } from './clustered.ts'

/** Newcomers with few votes on boards that have many. */
export const newcomers: Cell[] = [
  ...[3, 5, 10, 20].map((votes) =>
    cell({
      group: 'newcomers',
      name: `M=20 equal and one with ${votes} votes, ties`,
      boards: 300,
      strengths: equal(21),
      meetings: joined(even(20, 10), 20, votes),
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
      meetings: joined(joined(even(5, 30), 5, votes), 6, votes),
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
      meetings: joined(even(20, 20), 20, votes),
      ties: 0.5,
      newcomers: 1,
    }),
  ),
]

/** Two equals with so few votes that one of them often wins them all. */
const onlyTwo: Cell[] = [
  ...[3, 5, 6, 8, 10].map((votes) =>
    cell({
      group: 'unbeaten',
      name: `M=2 equal with ${votes} votes`,
      boards: 700,
      strengths: equal(2),
      meetings: even(2, votes),
    }),
  ),
  ...[
    { count: 3, votes: 3 },
    { count: 5, votes: 5 },
    { count: 3, votes: 12 },
    { count: 5, votes: 20 },
    { count: 10, votes: 40 },
  ].map(({ count, votes }) =>
    cell({
      group: 'unbeaten',
      name: `M=2 equal with ${votes} votes on ${count} prompts that differ much`,
      boards: 700,
      strengths: equal(2),
      meetings: even(2, votes),
      units: prompts(count, 3),
    }),
  ),
]

/** A newcomer who may never lose: much stronger than all, and as strong as the best while it meets the weak first. */
export const unbeaten: Cell[] = [
  ...onlyTwo,
  ...[5, 10, 20, 40].map((votes) =>
    cell({
      group: 'unbeaten',
      name: `M=20 equal and one far stronger with ${votes} votes`,
      boards: 300,
      strengths: [...equal(20), 4],
      meetings: joined(even(20, 10), 20, votes),
      newcomers: 1,
    }),
  ),
  ...[5, 20].flatMap((contestants) =>
    [5, 10, 20].map((votes) =>
      cell({
        group: 'unbeaten',
        name: `M=${contestants} and one as strong as the best with ${votes} votes`,
        boards: contestants === 5 ? 700 : 200,
        strengths: [...leading(contestants, 2), 2],
        meetings: joined(even(contestants, contestants === 5 ? 50 : 10), contestants, votes),
        newcomers: 1,
      }),
    ),
  ),
  ...[3, 10, 25].map((seen) =>
    cell({
      group: 'unbeaten',
      name: `M=5 and one far stronger on ${seen} of 50 prompts`,
      boards: 400,
      strengths: [...equal(5), 5],
      meetings: joined(even(5, 50), 5, 5 * seen),
      units: prompts(50),
      newcomers: 1,
    }),
  ),
]

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
