/**
 * Notices: what operators want to hear of without looking, sent to one address.
 * Always holds: an event has one notice, and its id is the same in every attempt. Nothing here changes what it tells of. No
 * notice has a secret, and no log, error or response has more of the address than its host.
 */
export { NOTICES_CRONTAB, NOTICES_TASK, sendNotices } from './deliver-notices.ts'
export { noticeRoutes } from './routes.ts'
