/**
 * Notices: what operators want to hear of without looking, sent to one address.
 * Always holds: an event has one notice, and its id is the same in every attempt. Nothing here changes what it tells of. No
 * notice has a secret, and no log, error or response has more of the address than its host.
 */
import { NOTICES_TASK, sendNotices, selectNewest, type StoredNotice } from './deliver-notices.ts'
import { Hono } from 'hono'
import { Notices, type Notice } from '../../shared/contracts/index.ts'
import { inEnglish, type CodedMessage } from '../../shared/messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'

const MOST_LISTED = 100

const noticeRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/api/admin/notices',
    describeRoute({
      summary:
        'The newest 100 notices of all arenas, newest first, with the state of their delivery. Of the address it has the host alone.',
      responses: { 200: jsonBody('The notices.', Notices) },
    }),
    async (c) => {
      const host = deps.settings.notices && new URL(deps.settings.notices.url).host
      return c.json({ host, notices: (await selectNewest(deps.db, MOST_LISTED)).map(describe) })
    },
  )

const describe = (row: StoredNotice): Notice => ({
  id: row.id,
  kind: row.kind,
  arena: row.slug,
  at: row.happened_at.toISOString(),
  message: inEnglish(row.finding as CodedMessage),
  finding: row.finding,
  state: row.state,
  attempts: row.attempts,
  lastError: row.last_error && {
    message: inEnglish(row.last_error as CodedMessage),
    finding: row.last_error,
  },
  nextAttempt: row.next_at?.toISOString() ?? null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
})

/** Every minute. Jobs of one queue run one after another, so no two processes send the same notice. */
const CRONTAB = `* * * * * ${NOTICES_TASK} ?queue=${NOTICES_TASK}&jobKey=${NOTICES_TASK}`

export const notices = { routes: noticeRoutes, tasks: { [NOTICES_TASK]: sendNotices }, crontab: CRONTAB }
