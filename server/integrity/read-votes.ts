/** What an operator reads: votes with their quarantine, and the audit log. */
import type { AdminVotes, AuditLog, PageRequest, VotesRequest } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectAudit, selectVotesForAdmin } from './read-queries.ts'

type ArenaId = Pick<Arena, 'id'>

/** Votes that are not retracted, newest first, filtered as the request asks. */
export async function readVotes(db: Deps['db'], { id }: ArenaId, request: VotesRequest): Promise<AdminVotes> {
  const rows = await selectVotesForAdmin(db, id, request)
  const votes = rows.slice(0, request.limit).map(({ reason, finding, since, cast_at, ...vote }) => ({
    ...vote,
    castAt: cast_at.toISOString(),
    quarantine: reason === null ? null : { reason, ...(finding && { finding }), at: since!.toISOString() },
  }))
  return { votes, before: rows.length > request.limit ? votes.at(-1)!.id : null }
}

/** What was done to an arena, newest first. */
export async function readAudit(db: Deps['db'], { id }: ArenaId, page: PageRequest): Promise<AuditLog> {
  const rows = await selectAudit(db, id, page)
  const entries = rows.slice(0, page.limit).map(({ id: entry, at, actor, act, details }) => ({
    id: entry,
    at: at.toISOString(),
    actor,
    act,
    details,
  }))
  return { entries, before: rows.length > page.limit ? entries.at(-1)!.id : null }
}
