import { cell } from '../cell.ts'
import type { Cell, Units } from '../cell.ts'
import { even, withNewcomer, lopsided, sparse } from '../schedules.ts'
import { equal, spread } from '../strengths.ts'

/** Prompts on which every pair is judged once. */
export function prompts(count: number, deviation = 1): Units {
  return { count, spread: deviation, dealing: 'in turn' }
}

const SIZES = [
  { contestants: 3, boards: [700, 700, 700, 700, 300] },
  { contestants: 5, boards: [700, 700, 700, 700, 140] },
  { contestants: 20, boards: [400, 400, 300, 300, 100] },
  { contestants: 100, boards: [60, 60, 40, 30, 12] },
  { contestants: 300, boards: [12, 8] },
]
const PROMPTS = [10, 25, 50, 100, 500]

/** Every pair judged once on every prompt, with prompts as units. */
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
  ...[3, 5, 20, 100].flatMap((contestants) =>
    [25, 100].map((count) =>
      cell({
        group: 'by prompt',
        name: `M=${contestants} spread, ${count} prompts, ties`,
        boards: contestants <= 5 ? 400 : contestants === 20 ? 150 : 40,
        strengths: spread(contestants),
        meetings: even(contestants, count),
        units: prompts(count),
        ties: 0.3,
      }),
    ),
  ),
  ...[5, 20].flatMap((contestants) =>
    [sparse, lopsided].map((schedule) =>
      cell({
        group: 'by prompt',
        name: `M=${contestants} equal ${schedule.name}, 25 prompts`,
        boards: contestants === 5 ? 700 : 300,
        strengths: equal(contestants),
        meetings: schedule(contestants, schedule === sparse ? 25 : 10),
        units: prompts(25),
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

/** One contestant has votes on only a few of 200 prompts, against everyone on each of them. */
export const fewPrompts: Cell[] = [3, 5, 10, 20].map((seen) =>
  cell({
    group: 'on few prompts',
    name: `M=10, one on ${seen} of 200 prompts`,
    boards: 400,
    strengths: equal(10),
    meetings: withNewcomer(even(9, 200), 9, 9 * seen),
    units: prompts(200),
    newcomers: 1,
  }),
)
