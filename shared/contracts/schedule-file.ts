/** `schedule` of an arena.yaml: what an arena does by itself, and when. */
import { z } from 'zod'
import { namesOnce } from './names-once.ts'

const Name = z.string().trim().min(1).max(200)

/** The highest number of entries in one schedule. */
const MOST_ENTRIES = 50

const Common = {
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

export const ScheduleEntry = z.discriminatedUnion('does', [
  z.strictObject({
    ...Common,
    does: z.literal('judge').describe('What happens. `judge`: judge what the plan asks for.'),
    judges: z.array(Name).min(1).optional().describe('Only these judges; all if left out.'),
    votesPerPair: VotesPerPair.optional().describe('Used in place of that of the plan.'),
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
