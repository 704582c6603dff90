import { cell } from '../cell.ts'
import type { Cell, Units } from '../cell.ts'
import { even, joined } from '../schedules.ts'
import { equal, spread } from '../strengths.ts'

/** Prompts on each of which every pair is judged once. */
export function prompts(count: number, deviation = 1): Units {
  return { count, spread: deviation, dealing: 'in turn' }
}

const SIZES = [
  { contestants: 3, boards: [700, 700, 700, 700, 300] },
  { contestants: 5, boards: [700, 700, 700, 700, 140] },
  { contestants: 20, boards: [300, 200, 140, 140, 30] },
  { contestants: 100, boards: [60, 60, 60, 60, 30] },
]
const PROMPTS = [10, 25, 50, 100, 500]

/** Every pair judged once on every prompt, by prompt. */
export const clustered: Cell[] = [
  ...SIZES.flatMap(({ contestants, boards }) =>
    boards.map((number, i) =>
      cell({
        group: 'by prompt',
        name: `M=${contestants} equal, ${PROMPTS[i]} prompts`,
        boards: number,
        strengths: equal(contestants),
        meetings: even(contestants, PROMPTS[i]),
        units: prompts(PROMPTS[i]),
      }),
    ),
  ),
  ...[5, 20].flatMap((contestants) =>
    [25, 100].map((count) =>
      cell({
        group: 'by prompt',
        name: `M=${contestants} spread, ${count} prompts, ties`,
        boards: contestants === 5 ? 400 : 80,
        strengths: spread(contestants),
        meetings: even(contestants, count),
        units: prompts(count),
        ties: 0.3,
      }),
    ),
  ),
  ...[10, 25].map((count) =>
    cell({
      group: 'by prompt',
      name: `M=20 equal, ${count} prompts that differ half as much`,
      boards: 200,
      strengths: equal(20),
      meetings: even(20, count),
      units: prompts(count, 0.5),
    }),
  ),
]

/** One contestant seen on few of 200 prompts, on each of them against everyone. */
export const fewPrompts: Cell[] = [3, 5, 10, 20].map((seen) =>
  cell({
    group: 'on few prompts',
    name: `M=10, one on ${seen} of 200 prompts`,
    boards: 140,
    strengths: equal(10),
    meetings: joined(even(9, 200), 9, 9 * seen),
    units: prompts(200),
    newcomers: 1,
  }),
)
