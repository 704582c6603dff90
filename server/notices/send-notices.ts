import type { Deps } from '../platform/deps.ts'
import { deliverNotices } from './deliver-notices.ts'
import { findNotices } from './find-notices.ts'

/** The job that finds events and delivers their notices. */
export const NOTICES_TASK = 'send-notices'

/** Every minute. Jobs of one queue run one after another, so no two processes send the same notice. */
export const NOTICES_CRONTAB = `* * * * * ${NOTICES_TASK} ?queue=${NOTICES_TASK}&jobKey=${NOTICES_TASK}`

/** The job. It is safe to run twice. A process without an address leaves it to the others. */
export async function sendNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'notices' | 'origins' | 'log'>,
): Promise<void> {
  if (deps.notices === null) return
  await findNotices(deps)
  await deliverNotices(deps)
}
