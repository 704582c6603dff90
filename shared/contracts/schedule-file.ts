/** `schedule` of an arena.yaml: what an arena does by itself, and when. */
import { z } from 'zod'

/** Refuses the second of two items with the same name, at the place of the second one. */
export const namesOnce = (all: readonly { name: string }[], context: z.RefinementCtx): void =>
  refuseTwice(
    all.map(({ name }) => name),
    (i) => [i, 'name'],
    context,
  )

/** Refuses the second of two equal names in a list, at its place. */
const eachOnce = (names: readonly string[], context: z.RefinementCtx): void =>
  refuseTwice(names, (i) => [i], context)

function refuseTwice(
  names: readonly string[],
  pathOf: (i: number) => (string | number)[],
  context: z.RefinementCtx,
): void {
  const places = new Map<string, number>()
  for (const [i, name] of names.entries()) {
    const first = places.get(name)
    if (first === undefined) places.set(name, i)
    else
      context.addIssue({
        code: 'custom',
        path: pathOf(i),
        params: { finding: { code: 'name_twice', values: { name, first: first + 1 } } },
      })
  }
}

const Name = z.string().trim().min(1).max(200)

/** The highest number of entries in one schedule. */
const MOST_ENTRIES = 50

const CommonOfEntry = {
  name: Name.describe('The name of the entry on the admin page. A renamed entry is a new one.'),
  cron: z
    .string()
    .trim()
    .describe(
      'When: minute, hour, day of the month, month and day of the week, as in crontab. `0 3 * * *`: every day at 03:00.',
    ),
  budgetUsd: z
    .number()
    .positive()
    .optional()
    .describe('The most that one time may cost, in US dollars; the budget of the arena if left out.'),
}

const VotesPerPair = z.number().int().positive()
const Prompts = z.number().int().positive()

export const ScheduleEntry = z.discriminatedUnion('does', [
  z.strictObject({
    ...CommonOfEntry,
    does: z.literal('judge').describe('What happens.'),
    judges: z.array(Name).min(1).optional().describe('Only these judges; all if left out.'),
    votesPerPair: VotesPerPair.optional().describe('Used in place of that of the plan.'),
  }),
  z.strictObject({
    ...CommonOfEntry,
    does: z
      .literal('rotate')
      .describe('`rotate`: one judge judges new prompts, and some of those that the judge before it had.'),
    judges: z
      .array(Name)
      .min(2)
      .superRefine(eachOnce)
      .describe('The judges, each once, in the order in which they take turns.'),
    prompts: Prompts.describe('How many prompts a judge gets each time.'),
    overlap: z
      .number()
      .gt(0)
      .lt(1)
      .default(0.2)
      .describe('The share of these prompts that the judge before it judged the last time.'),
  }),
  z.strictObject({
    ...CommonOfEntry,
    does: z.literal('recheck').describe('`recheck`: judges judge some pairs once more, and are evaluated.'),
    judges: z.array(Name).min(1).optional(),
    prompts: Prompts.default(10).describe('On how many prompts of each pair of contestants.'),
  }),
  z.strictObject({
    ...CommonOfEntry,
    does: z
      .literal('compare')
      .describe('`compare`: judge the current build against the shipped one until the gate decides.'),
    shipped: Name.describe('The contestant that is in use.'),
    current: Name.optional().describe('The contestant to compare with it; the last one entered if left out.'),
  }),
])
export type ScheduleEntry = z.infer<typeof ScheduleEntry>

export const Schedule = z.strictObject({
  timezone: z
    .string()
    .optional()
    .describe('The time zone of all entries, such as `Europe/Berlin`; `UTC` if left out.'),
  entries: z
    .array(ScheduleEntry)
    .min(1)
    .max(MOST_ENTRIES)
    .superRefine(namesOnce)
    .describe('What happens when.'),
})
export type Schedule = z.infer<typeof Schedule>
