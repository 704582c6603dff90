import { cell } from '../cell.ts'
import type { Cell, Units } from '../cell.ts'
import { even } from '../schedules.ts'
import { equal } from '../strengths.ts'
import { prompts } from './clustered.ts'

/** Voters with 20 votes each, on random pairs. */
function voters(count: number, deviation = 1): Units {
  return { count, spread: deviation, dealing: 'shuffled' }
}

/** Voters as units; prompts and voters as units; one judge asked in both orders. */
export const otherUnits: Cell[] = [
  ...[
    { contestants: 5, count: 10 },
    { contestants: 5, count: 50 },
    { contestants: 20, count: 38 },
    { contestants: 20, count: 190 },
  ].map(({ contestants, count }) =>
    cell({
      group: 'by voter',
      name: `M=${contestants}, ${count} voters of 20 votes`,
      boards: contestants === 5 ? 700 : 600,
      strengths: equal(contestants),
      meetings: even(contestants, (20 * count) / (contestants === 5 ? 10 : 190)),
      units: voters(count),
    }),
  ),
  ...[10, 50, 200].map((count) =>
    cell({
      group: 'prompts and voters',
      name: `M=5, 50 prompts and ${count} voters, by prompt`,
      boards: 400,
      strengths: equal(5),
      meetings: even(5, 100),
      units: { ...prompts(50), dealing: 'shuffled' },
      across: voters(count),
      promised: false,
    }),
  ),
  ...[5, 20].flatMap((contestants) =>
    [25, 100].map((count) =>
      cell({
        group: 'judge in both orders',
        name: `M=${contestants}, ${count} prompts`,
        boards: contestants === 5 ? 700 : 150,
        strengths: equal(contestants),
        meetings: even(contestants, count),
        units: prompts(count),
        firstPosition: 1,
      }),
    ),
  ),
]

/** Boards looked at 200 times while votes come in. */
export const manyLooks: Cell[] = [
  ...[2, 5].map((contestants) =>
    cell({
      group: '200 looks',
      name: `M=${contestants} equal, 2000 votes in all`,
      boards: contestants === 2 ? 40 : 25,
      strengths: equal(contestants),
      meetings: even(contestants, contestants === 2 ? 2000 : 200),
      looks: 200,
      promised: false,
    }),
  ),
  cell({
    group: '200 looks',
    name: 'M=5 equal, 200 prompts, one more at each look',
    boards: 25,
    strengths: equal(5),
    meetings: even(5, 200),
    units: prompts(200),
    looks: 200,
    promised: false,
  }),
]
