import { Hono } from 'hono'
import { Notices, type Notice } from '../../shared/contracts/index.ts'
import { inEnglish, type CodedMessage } from '../../shared/messages/index.ts'
import { adminOnly } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { selectNewest, type StoredNotice } from './deliver-notices.ts'

const MOST_LISTED = 100

export const noticeRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/api/admin/notices',
    describeRoute({
      summary:
        'The newest 100 notices of all arenas, newest first, with the state of their delivery. Of the address it has the host alone.',
      responses: { 200: jsonBody('The notices.', Notices) },
    }),
    adminOnly(deps),
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
