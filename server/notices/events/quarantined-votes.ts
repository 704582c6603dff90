import { msg } from '../../../shared/messages/index.ts'
import type { FindEvents } from '../event.ts'
import { selectQuarantined } from './queries.ts'

/** An arena under attack would otherwise have a notice every minute. */
const SPACING_MS = 60 * 60_000

/** Votes that went into quarantine since the last such notice of their arena, at most one notice an hour. */
export const quarantinedVotes: FindEvents = async ({ db, clock }, since) => {
  const before = new Date(clock().getTime() - SPACING_MS)
  const arenas = await selectQuarantined(db, since, before)
  return arenas.map(({ arena_id: arenaId, title, votes, seen_in: subject, last_at: happenedAt }) => ({
    arenaId,
    kind: 'votes_quarantined',
    subject,
    finding: msg('notice_votes_quarantined', { title, votes }),
    happenedAt,
  }))
}
