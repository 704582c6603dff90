import type { Few } from '../few.ts'
import { thereIs } from './names.ts'

/** Schedules of arenas. */
export const schedules = {
  cron_unread: ({ cron }: { cron: string }) =>
    `"${cron}" is no time; write five fields for minute, hour, day of the month, month and day of the week, such as "0 3 * * *" for every day at 03:00`,
  cron_never: ({ cron }: { cron: string }) => `"${cron}" never comes; correct the day or the month`,
  cron_too_often: ({ cron, times }: { cron: string; times: number }) =>
    `"${cron}" comes ${times} times a day; an entry may come 24 times, so give a single minute, such as "0 * * * *" for every hour`,
  timezone_unknown: ({ name }: { name: string }) =>
    `there is no time zone "${name}"; write its name in the time zone database, such as Europe/Berlin, or UTC`,
  no_judge_of_file: ({ name, there }: { name: string; there: Few }) =>
    `there is no judge "${name}"; ${thereIs(there)}`,
  schedule_nothing_to_compare: ({ shipped }: { shipped: string }) =>
    `There is no contestant besides "${shipped}" to compare with it. Enter the current build, or name it as \`current\` of the entry.`,
  schedule_same_builds: ({ name }: { name: string }) =>
    `"${name}" is compared with itself; name two contestants`,
  schedule_entry_unknown: ({ entry, there }: { entry: string; there: Few }) =>
    `The schedule has no entry "${entry}"; ${thereIs(there)}.`,
  schedule_failed_inside: 'Deadheat failed while it worked on this entry; its log says why.',
}
