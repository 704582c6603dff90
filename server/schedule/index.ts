/**
 * Schedule: what an arena does by itself at fixed times. Always holds: a time of an entry comes once, whatever the number
 * of processes. Of several missed times one is made up. Scheduled work starts runs of its own, each within its budget, and
 * never takes the place of a run or a challenge that is open.
 */
import { advanceSchedules, SCHEDULE_TASK } from './advance-schedules.ts'
import { scheduleRoutes } from './routes.ts'
import { restartEntries } from './schedule-entries.ts'

export const schedule = {
  routes: scheduleRoutes,
  tasks: { [SCHEDULE_TASK]: advanceSchedules },
  /** Every minute; queued once, whatever the number of processes. */
  crontab: `* * * * * ${SCHEDULE_TASK} ?queue=${SCHEDULE_TASK}&jobKey=${SCHEDULE_TASK}`,
  afterArchive: restartEntries,
}
