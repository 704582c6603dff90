/** What an operator reads: votes with their quarantine, and the audit log. */
import type {
  AdminVote,
  AdminVotes,
  AuditLog,
  AuditRequest,
  PageRequest,
  VotesRequest,
  AuditAct,
  WireMessage,
} from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type Selectable, sql } from 'kysely'
import { cutPage } from '../platform/postgres/rows.ts'
import type { Database, Db } from '../platform/schema.ts'
import { queryRows } from '../platform/postgres/query.ts'

type VoteRow = Omit<AdminVote, 'castAt' | 'quarantine'> & {
  cast_at: Date
  /** The reason of its quarantine; null if the vote is not in quarantine. */
  reason: string | null
  /** The same as a message, where the server itself gave it. */
  finding: WireMessage | null
  since: Date | null
}

/** One more than requested, to see whether there are more. */
async function selectVotesForAdmin(
  db: Db,
  arenaId: number,
  { before, limit, source, voter, quarantined, said }: VotesRequest,
): Promise<VoteRow[]> {
  const only = sql.join(
    [
      sql`v.arena_id = ${arenaId}`,
      ...(before === undefined ? [] : [sql`v.id < ${before}`]),
      ...(source === undefined ? [] : [sql`v.source = ${source}`]),
      ...(voter === undefined ? [] : [sql`v.voter = ${voter}`]),
      ...(said === 'true' ? [sql`v.reason is not null`] : []),
      ...(quarantined === 'true'
        ? [sql`v.id in (select vote_id from quarantines where arena_id = ${arenaId}) and not q.released`]
        : []),
      sql`not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`,
    ],
    sql` and `,
  )
  return queryRows<VoteRow>(db)`
    select v.id, l.name as left, r.name as right, v.outcome, v.source, v.voter, p.key as prompt, b.criterion, v.cast_at,
      v.reason as said,
      case when not q.released then q.reason end as reason,
      case when not q.released then q.finding end as finding, case when not q.released then q.at end as since
    from votes v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    join contestants l on l.arena_id = b.arena_id and l.id = b.left_contestant_id
    join contestants r on r.arena_id = b.arena_id and r.id = b.right_contestant_id
    left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
    left join lateral (
      select released, reason, finding, at from quarantines
      where arena_id = v.arena_id and vote_id = v.id order by id desc limit 1) q on true
    where ${only} order by v.id desc limit ${limit + 1}`
}

type AuditRow = Omit<Selectable<Database['audit_entries']>, 'act'> & { act: AuditAct }

/** The entries of an arena, or of none. One more than requested, to see whether there are more. */
const selectAudit = (
  db: Db,
  arenaId: number | null,
  { before, limit, find, act }: AuditRequest,
): Promise<AuditRow[]> => {
  let query = db.selectFrom('audit_entries').selectAll().where('arena_id', 'is not distinct from', arenaId)
  if (before !== undefined) query = query.where('id', '<', before)
  if (act !== undefined) query = query.where('act', '=', act)
  if (find !== undefined && find.trim() !== '')
    query = query.where(
      sql<boolean>`strpos(lower(details::text || ' ' || coalesce(token, '')), ${find.trim().toLowerCase()}) > 0`,
    )
  return query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute() as Promise<AuditRow[]>
}

type ArenaId = Pick<Arena, 'id'>

/** Votes that are not retracted, newest first, filtered as the request asks. */
export async function readVotes(db: Deps['db'], { id }: ArenaId, request: VotesRequest): Promise<AdminVotes> {
  const { page, before } = cutPage(await selectVotesForAdmin(db, id, request), request.limit)
  const votes = page.map(({ reason, finding, since, cast_at, ...vote }) => ({
    ...vote,
    castAt: cast_at.toISOString(),
    quarantine: reason === null ? null : { reason, ...(finding && { finding }), at: since!.toISOString() },
  }))
  return { votes, before }
}

/** What was done to an arena, newest first. */
export const readAudit = (db: Deps['db'], { id }: ArenaId, page: AuditRequest): Promise<AuditLog> =>
  auditPage(db, id, page)

/** What was done beyond any arena, newest first: arenas that were removed, and tokens of operators. */
export const readServerLog = (db: Deps['db'], page: PageRequest): Promise<AuditLog> =>
  auditPage(db, null, page)

async function auditPage(db: Deps['db'], arenaId: number | null, request: AuditRequest): Promise<AuditLog> {
  const { page, before } = cutPage(await selectAudit(db, arenaId, request), request.limit)
  const entries = page.map(({ id: entry, at, actor, token, act, details }) => ({
    id: entry,
    at: at.toISOString(),
    actor,
    ...(token !== null && { token }),
    act,
    details,
  }))
  return { entries, before }
}
