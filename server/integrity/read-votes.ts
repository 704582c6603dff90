/** What an operator reads: votes with their quarantine, and the audit log. */
import type {
  AdminVotes,
  AuditLog,
  AuditRequest,
  PageRequest,
  VotesRequest,
} from '../../shared/contracts/index.ts'
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
export const readAudit = (db: Deps['db'], { id }: ArenaId, page: AuditRequest): Promise<AuditLog> =>
  auditPage(db, id, page)

/** What was done beyond any arena, newest first: arenas that were removed, and tokens of operators. */
export const readServerLog = (db: Deps['db'], page: PageRequest): Promise<AuditLog> =>
  auditPage(db, null, page)

async function auditPage(db: Deps['db'], arenaId: number | null, page: AuditRequest): Promise<AuditLog> {
  const rows = await selectAudit(db, arenaId, page)
  const entries = rows.slice(0, page.limit).map(({ id: entry, at, actor, token, act, details }) => ({
    id: entry,
    at: at.toISOString(),
    actor,
    ...(token !== null && { token }),
    act,
    details,
  }))
  return { entries, before: rows.length > page.limit ? entries.at(-1)!.id : null }
}
