import { READ_PARAMETERS } from './leaderboard/index.ts'
import type { Notifications } from './platform/postgres/notifications.ts'
import { Reads } from './platform/http/reads.ts'

/** Responses in memory that follow the notifications of this process. */
export function openReads(notifications: Pick<Notifications, 'onChange' | 'onHearing'>): Reads {
  const reads = new Reads({ parameters: READ_PARAMETERS })
  notifications.onChange((arenaId, change) => reads.forget(arenaId, change))
  notifications.onHearing((hears) => reads.setHearing(hears))
  return reads
}
