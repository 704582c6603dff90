import { cell } from '../cell.ts'
import type { Cell } from '../cell.ts'
import { even, withNewcomer, withNewcomers } from '../schedules.ts'
import { equal, leading } from '../strengths.ts'
import { prompts } from './clustered.ts'

/** Two equally strong contestants with so few votes that one of them often wins all. */
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

/** Two contestants far ahead of a third, with so few votes that often nobody is rated. */
const nobodyRated: Cell[] = [5, 6, 7, 10].map((votes) =>
  cell({
    group: 'unbeaten',
    name: `M=3 two best far ahead with ${votes} votes a pair`,
    boards: 1000,
    strengths: leading(3, 5, 2),
    meetings: even(3, votes),
  }),
)

/** A newcomer much stronger than all others: how often it is named. */
const farStronger: Cell[] = [
  ...[
    { contestants: 3, known: 50, votes: [10, 20], boards: 700 },
    { contestants: 5, known: 50, votes: [10, 20], boards: 700 },
    { contestants: 20, known: 10, votes: [5, 10, 20, 40], boards: 300 },
    { contestants: 100, known: 3, votes: [20, 40], boards: 60 },
  ].flatMap(({ contestants, known, votes: each, boards }) =>
    each.map((votes) =>
      cell({
        group: 'unbeaten',
        name: `M=${contestants} equal and one far stronger with ${votes} votes`,
        boards,
        strengths: [...equal(contestants), 4],
        meetings: withNewcomer(even(contestants, known), contestants, votes),
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
      meetings: withNewcomer(even(5, 50), 5, 5 * seen),
      units: prompts(50),
      newcomers: 1,
    }),
  ),
]

/** A newcomer as strong as the best, who meets the weakest first: the worst case with one newcomer. */
const asStrong: Cell[] = [
  ...[
    { contestants: 3, known: 50, boards: 700 },
    { contestants: 5, known: 50, boards: 700 },
    { contestants: 20, known: 10, boards: 300 },
    { contestants: 100, known: 3, boards: 60 },
  ].flatMap(({ contestants, known, boards }) =>
    [5, 10, 20].map((votes) =>
      cell({
        group: 'unbeaten',
        name: `M=${contestants} and one as strong as the best with ${votes} votes`,
        boards,
        strengths: [...leading(contestants, 2), 2],
        meetings: withNewcomer(even(contestants, known), contestants, votes),
        newcomers: 1,
      }),
    ),
  ),
  ...[3, 10, 25].map((seen) =>
    cell({
      group: 'unbeaten',
      name: `M=5 and one as strong as the best on ${seen} of 50 prompts`,
      boards: 400,
      strengths: [...leading(5, 4), 4],
      meetings: withNewcomer(even(5, 50), 5, 5 * seen),
      units: prompts(50),
      newcomers: 1,
    }),
  ),
]

/** Many newcomers as strong as all others: one of them may win everything by luck. */
const manyNewcomers: Cell[] = [
  ...[3, 20].flatMap((contestants) =>
    [6, 9, 12].map((votes) =>
      cell({
        group: 'unbeaten',
        name: `M=${contestants} equal and 20 as strong with ${votes} votes`,
        boards: contestants === 3 ? 700 : 300,
        strengths: equal(contestants + 20),
        meetings: withNewcomers(even(contestants, contestants === 3 ? 500 : 50), contestants, 20, votes),
        newcomers: 20,
      }),
    ),
  ),
  cell({
    group: 'unbeaten',
    name: 'M=3 equal and 20 as strong on 8 of 100 prompts',
    boards: 400,
    strengths: equal(23),
    meetings: withNewcomers(even(3, 100), 3, 20, 24),
    units: prompts(100),
    newcomers: 20,
  }),
]

/** All cells in which a contestant may never lose. */
export const unbeaten: Cell[] = [...onlyTwo, ...nobodyRated, ...farStronger, ...asStrong, ...manyNewcomers]
