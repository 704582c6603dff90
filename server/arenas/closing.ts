import { sql } from 'kysely'
import type { ArenaDetail, Closing, ClosingRequest, Visibility } from '../../shared/contracts/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { type Arena, updateWords } from './arena.ts'
import { msg } from '../../shared/messages/index.ts'

/**
 * Refuses pairs and votes of people once voting in the arena is closed: by its date, by its number of votes, or because it
 * is archived.
 * @throws {ProblemError} voting_closed
 */
export async function requireOpen(db: Db, arena: Arena, now: Date): Promise<void> {
  const { at, votes } = arena.settings.closes ?? {}
  if (arena.archived_at !== null)
    throw new ProblemError('voting_closed', msg('voting_closed_archived', { day: dayOf(arena.archived_at) }))
  if (at !== undefined && now >= new Date(at))
    throw new ProblemError('voting_closed', msg('voting_closed_at', { at: inMinutes(new Date(at)) }))
  if (votes !== undefined && (await countPeopleVotes(db, arena.id)) >= votes)
    throw new ProblemError('voting_closed', msg('voting_closed_votes', { votes }))
}

/** 2026-12-01 18:00 UTC */
const inMinutes = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Since when people can no longer vote: the first end that came, or the archiving. Null: voting is open. */
export async function votingClosedAt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, settings, archived_at: archivedAt }: Pick<Arena, 'id' | 'settings' | 'archived_at'>,
): Promise<Date | null> {
  const { at, votes } = settings.closes ?? {}
  const end = at === undefined || clock() < new Date(at) ? null : new Date(at)
  const isReached = votes !== undefined && (await countPeopleVotes(db, id)) >= votes
  const ends = [archivedAt, end, isReached ? await lastVoteAt(db, id) : null].filter((one) => one !== null)
  return ends.length === 0 ? null : new Date(Math.min(...ends.map(Number)))
}

/**
 * Whether voting came to an end that was set before the first vote of people, and all their votes are public. Then no result
 * decided when voting ended. Imported votes were seen elsewhere, and an archived arena was closed by hand.
 */
export async function endedAsSet(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Pick<Arena, 'id' | 'settings' | 'archived_at'>,
): Promise<boolean> {
  const closedAt = arena.settings.closes ? await votingClosedAt(deps, arena) : null
  if (closedAt === null || (arena.archived_at !== null && closedAt >= arena.archived_at)) return false
  const publication = await published(deps)
  const { rows } = await sql<{ isAsSet: boolean }>`
    with own as materialized (
      select recorded_at, import_key, txid from votes where arena_id = ${arena.id} and source = 'human')
    select not exists (select from own
        where import_key is not null or not is_in(txid, (${publication}::publication).votes))
      and not exists (select from audit_entries where arena_id = ${arena.id}
        and act in ('arena_created', 'closing_changed', 'voting_closed', 'voting_opened') and at > (select min(recorded_at) from own)) as "isAsSet"`.execute(
    deps.db,
  )
  return rows[0].isAsSet
}

/**
 * Refuses the same within the transaction of a vote. With a number of votes, votes of the arena are recorded one after another,
 * so that there is never one too many.
 * @throws {ProblemError} voting_closed
 */
export async function requireOpenForVote(trx: Trx, arena: Arena, now: Date): Promise<void> {
  if (arena.settings.closes?.votes !== undefined) await lockVoting(trx, arena.id)
  await requireOpen(trx, arena, now)
}

/** When voting in the arena ends, and since when it has. */
export async function describeClosing(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
): Promise<Pick<ArenaDetail, 'closes' | 'closedAt'>> {
  const { closes } = arena.settings
  const at = closes?.at === undefined ? null : new Date(closes.at).toISOString()
  const closedAt = await votingClosedAt(deps, arena)
  return {
    ...(closes && { closes: { at, votes: closes.votes ?? null } }),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
  }
}

/** Sets when voting in the arena closes, or that it does not. The log says whether it closed or opened by that. */
export async function closeVoting(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  { now, ...asked }: ClosingRequest,
): Promise<{ closes: Closing | null; closedAt: string | null }> {
  const { closes: _, ...rest } = arena.settings
  const closing = now ? { ...asked, at: deps.clock().toISOString() } : asked
  const isNever = closing.at === undefined && closing.votes === undefined
  const settings = isNever ? rest : { ...rest, closes: closing }
  const wasClosed = (await votingClosedAt(deps, arena)) !== null
  const { title, description, visibility } = arena
  return deps.db.transaction().execute(async (trx) => {
    const changed = await updateWords(trx, arena.id, { title, description, visibility, settings })
    const closedAt = await votingClosedAt({ ...deps, db: trx }, changed)
    const isClosed = closedAt !== null
    const act = wasClosed === isClosed ? 'closing_changed' : isClosed ? 'voting_closed' : 'voting_opened'
    await recordAct(trx, deps, arena.id, act, { ...closing })
    return { closes: isNever ? null : closing, closedAt: closedAt?.toISOString() ?? null }
  })
}

/** Lets one transaction at a time record a vote in the arena. */
async function lockVoting(trx: Trx, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(47470011, ${arenaId})`.execute(trx)
}

/** The votes that people cast on the page of this server and did not take back. Imported votes are not counted. */
export async function countPeopleVotes(db: Db, arenaId: number): Promise<number> {
  const { rows } = await sql<{ votes: number }>`
    select (select count(*) from votes v where v.arena_id = ${arenaId} and v.source = 'human' and v.import_key is null)::int
      - (select count(*) from retractions t join votes v on v.arena_id = t.arena_id and v.id = t.vote_id
          where t.arena_id = ${arenaId} and v.source = 'human' and v.import_key is null)::int as votes`.execute(
    db,
  )
  return rows[0].votes
}

/** When people last voted on the page of this server. */
async function lastVoteAt(db: Db, arenaId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(recorded_at) as at from votes where arena_id = ${arenaId} and source = 'human' and import_key is null`.execute(
    db,
  )
  return rows[0].at
}

/**
 * Refuses runs, imports, links and shared pairs in an archived arena.
 * @throws {ProblemError} invalid_request
 */
export function requireUnarchived({ slug, archived_at: at }: Pick<Arena, 'slug' | 'archived_at'>): void {
  if (at !== null)
    throw new ProblemError('invalid_request', msg('arena_archived', { arena: slug, day: dayOf(at) }))
}

/** 2026-12-01, in UTC */
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Changes the visibility: listed for everybody, open to everybody with the address, or only with the admin token. */
export async function showTo(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  visibility: Visibility,
): Promise<Arena> {
  if (arena.visibility === visibility) return arena
  return deps.db.transaction().execute(async (trx) => {
    const changed = await updateVisibility(trx, arena.id, visibility)
    await recordAct(trx, deps, arena.id, 'visibility_changed', { visibility, before: arena.visibility })
    return changed
  })
}

const updateVisibility = (trx: Trx, arenaId: number, visibility: Visibility): Promise<Arena> =>
  trx
    .updateTable('arenas')
    .set({ visibility })
    .where('id', '=', arenaId)
    .returningAll()
    .executeTakeFirstOrThrow()
