import { cell } from '../cell.ts'
import type { Cell } from '../cell.ts'
import { even } from '../schedules.ts'
import { leading } from '../strengths.ts'
import { prompts } from './clustered.ts'

/** One contestant leads: how often it is named. */
export const oneBest: Cell[] = [
  ...[
    { contestants: 3, gap: 0.5, votes: 50, boards: 400 },
    { contestants: 5, gap: 0.5, votes: 50, boards: 400 },
    { contestants: 20, gap: 0.7, votes: 10, boards: 200 },
    { contestants: 20, gap: 0.3, votes: 50, boards: 140 },
    { contestants: 100, gap: 0.7, votes: 3, boards: 40 },
  ].map(({ contestants, gap, votes, boards }) =>
    cell({
      group: 'one best',
      name: `M=${contestants} ahead by ${gap}, ${votes} votes a pair, ties`,
      boards,
      strengths: leading(contestants, gap),
      meetings: even(contestants, votes),
      ties: 0.3,
      allDifferences: true,
    }),
  ),
  ...[
    { contestants: 5, gap: 2, count: 10, boards: 400 },
    { contestants: 5, gap: 1.5, count: 25, boards: 400 },
    { contestants: 20, gap: 1.5, count: 10, boards: 200 },
    { contestants: 20, gap: 3, count: 10, boards: 200 },
    { contestants: 20, gap: 1, count: 25, boards: 140 },
    { contestants: 20, gap: 0.5, count: 100, boards: 140 },
    { contestants: 100, gap: 1.5, count: 25, boards: 40 },
  ].map(({ contestants, gap, count, boards }) =>
    cell({
      group: 'one best',
      name: `M=${contestants} ahead by ${gap}, ${count} prompts`,
      boards,
      strengths: leading(contestants, gap),
      meetings: even(contestants, count),
      units: prompts(count),
      allDifferences: true,
    }),
  ),
]

/** Two contestants are equally strong and far ahead: the worst case for naming a winner. */
export const twoBest: Cell[] = [
  ...[
    { contestants: 3, votes: 50, boards: 700 },
    { contestants: 5, votes: 20, boards: 700 },
    { contestants: 20, votes: 10, boards: 400 },
    { contestants: 100, votes: 3, boards: 200 },
  ].map(({ contestants, votes, boards }) =>
    cell({
      group: 'two best',
      name: `M=${contestants}, ${votes} votes a pair, ties`,
      boards,
      strengths: leading(contestants, 2, 2),
      meetings: even(contestants, votes),
      ties: 0.3,
    }),
  ),
  ...[5, 20].flatMap((contestants) =>
    [10, 25, 100].map((count) =>
      cell({
        group: 'two best',
        name: `M=${contestants}, ${count} prompts`,
        boards: contestants === 5 ? 700 : count === 100 ? 140 : 200,
        strengths: leading(contestants, 2, 2),
        meetings: even(contestants, count),
        units: prompts(count),
      }),
    ),
  ),
]
