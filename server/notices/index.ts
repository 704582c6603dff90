/**
 * Notices: what operators want to hear of without looking, sent to one address.
 * Always holds: an event has one notice, and its id is the same in every attempt. Nothing here changes what it tells of. No
 * notice has a secret, and no log, error or response has more of the address than its host.
 */
import { NOTICES_TASK, sendNotices } from './deliver-notices.ts'
import { noticeRoutes } from './routes.ts'

/** Every minute. Jobs of one queue run one after another, so no two processes send the same notice. */
const CRONTAB = `* * * * * ${NOTICES_TASK} ?queue=${NOTICES_TASK}&jobKey=${NOTICES_TASK}`

export const notices = { routes: noticeRoutes, tasks: { [NOTICES_TASK]: sendNotices }, crontab: CRONTAB }
