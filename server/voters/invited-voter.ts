import type { Context } from 'hono'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { InvitationKind, InvitedProgress, OpenInvitationRequest } from '../../shared/contracts/index.ts'
import { arenaForOperator, arenaForVisitor, requireVisible, type Arena } from '../arenas/index.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import { countInvitedVotes } from './invitations.ts'
import { hashOfToken } from './link-token.ts'
import { assignedPairProgress } from './shared-pairs.ts'
import {
  cookieVoter,
  ensureVoter,
  giveInvitedCookie,
  invitedVoter,
  newSeed,
  invitedVoterSeed,
} from './voter.ts'
import { msg } from '../../shared/messages/index.ts'
import { votesForEmptyArena } from '../../shared/finish/index.ts'
import { queryRows, requireValue } from '../platform/postgres/query.ts'

interface Ends {
  expires_at: Date | null
  withdrawn_at: Date | null
}

/** @throws {ProblemError} link_invalid if the invitation was withdrawn or has expired */
function requireValidLink({ expires_at, withdrawn_at }: Ends, now: Date): void {
  if (withdrawn_at || !expires_at) throw new ProblemError('link_invalid', msg('invitation_withdrawn'))
  if (expires_at <= now) throw new ProblemError('link_invalid', msg('invitation_expired'))
}

/**
 * Opens a link: makes this browser its voter in the arena, even in a private one. A link for one person is the same
 * voter in every browser. A link for several makes each browser another voter, until its seats are taken. A link to judged pairs
 * leaves the browser the voter that it is without an invitation.
 * @returns how far the voter has come
 * @throws {ProblemError} link_invalid if the link is unknown, has ended or has no seat left; arena_unknown for an
 *   unknown arena, or a private one with an unknown link; invitation_replaces_other if the browser has another
 *   invitation that has not ended; too_many_requests
 */
export async function openInvitation(
  c: Context<Env>,
  deps: Pick<Deps, 'db' | 'access' | 'clock'>,
  slug: string,
  { token, replace = false }: OpenInvitationRequest,
): Promise<InvitedProgress> {
  await deps.access.limits.require('drawsOfNetwork', clientNetwork(c, deps.access.trustProxy))
  const arena = await arenaForOperator(deps.db, slug)
  const now = deps.clock()
  const stored = hashOfToken(token, deps)
  const invitation = await deps.db
    .selectFrom('invitations')
    .selectAll()
    .where('arena_id', '=', arena.id)
    .where('token_hash', '=', stored)
    .executeTakeFirst()
  if (!invitation) {
    await arenaForVisitor(deps.db, slug)
    throw new ProblemError('link_invalid', msg('invitation_unknown'))
  }
  requireValidLink(invitation, now)
  const { id, kind, seats, group_name } = invitation
  const opened = { arena_id: arena.id, invitation_id: id, group_name, opened_at: now }
  if (kind === 'judges') {
    const voter = await ensureVoter(c, deps)
    // by this link, instead of an earlier one
    await upsertInvitedVoter(deps.db, { ...opened, voter }, { invitation_id: id })
    return selectInvitedProgress(deps, arena, (await selectInvited(deps.db, arena.id, voter))!)
  }
  const present = invitedVoter(c, arena.id, deps)
  const { seed, voter } = await deps.db.transaction().execute(async (trx) => {
    // so that its seats are counted one by one
    await sql`select from invitations where arena_id = ${arena.id} and id = ${id} for update`.execute(trx)
    const before = present === null ? undefined : await selectInvited(trx, arena.id, present)
    if (before?.invitation_id === id) return { seed: null, voter: before.voter }
    const isEarlierValid = before?.expires_at && before.expires_at > now && !before.withdrawn_at
    if (isEarlierValid && !replace)
      throw new ProblemError('invitation_replaces_other', msg('invitation_replaces_other'))
    const isFull =
      seats !== null &&
      seats <=
        (await requireValue<number>(trx)`
          select count(*)::int from invited_voters where arena_id = ${arena.id} and invitation_id = ${id}`)
    if (isFull) throw new ProblemError('link_invalid', msg('invitation_full', { seats }))
    const made = seats === null ? invitedVoterSeed(arena.id, id, deps) : newSeed(deps)
    const increment = { browsers: sql<number>`invited_voters.browsers + 1` }
    await upsertInvitedVoter(trx, { ...opened, voter: made.voter }, increment)
    return made
  })
  if (seed !== null) giveInvitedCookie(c, arena.id, seed, deps)
  return selectInvitedProgress(deps, arena, (await selectInvited(deps.db, arena.id, voter))!)
}

/** Adds an invited voter, or changes a known one. */
async function upsertInvitedVoter(
  db: Db,
  row: Insertable<Database['invited_voters']>,
  change: Updateable<Database['invited_voters']> | { browsers: RawBuilder<number> },
): Promise<void> {
  await db
    .insertInto('invited_voters')
    .values(row)
    .onConflict((conflict) => conflict.columns(['arena_id', 'voter']).doUpdateSet(change))
    .execute()
}

/** Who votes in an arena: an invited voter, or any other. */
export interface ArenaVoter {
  arena: Arena
  voter: string
  isInvited: boolean
}

/**
 * The arena and the voter of a request for a pair. An invitation opens a private arena too.
 * @throws {ProblemError} arena_unknown; link_invalid if the browser's invitation has ended; too_many_requests if too
 *   many new voters came from the same network
 */
export async function voterInArena(
  c: Context<Env>,
  deps: Pick<Deps, 'db' | 'access' | 'clock'>,
  slug: string,
): Promise<ArenaVoter> {
  const arena = await arenaForOperator(deps.db, slug)
  const invited = await invitedTo(c, deps, arena.id)
  if (invited) {
    requireValidLink(invited, deps.clock())
    return { arena, voter: invited.voter, isInvited: true }
  }
  requireVisible(arena, isAdmin(c, deps))
  return { arena, voter: await ensureVoter(c, deps), isInvited: false }
}

/**
 * The arena for somebody who reads what its voters are shown: a private one is open to operators and invited voters.
 * @param isOfPairs what is read belongs to a pair, which whoever opened a link to judged pairs is shown too
 * @throws {ProblemError} arena_unknown; link_invalid if the browser's invitation has ended
 */
export async function arenaForVoterOrOperator(
  c: Context<Env>,
  deps: Pick<Deps, 'db' | 'access' | 'clock'>,
  slug: string,
  isOfPairs = false,
): Promise<Arena> {
  const arena = await arenaForOperator(deps.db, slug)
  if (arena.visibility !== 'private') return arena
  const invited =
    (await invitedTo(c, deps, arena.id)) ?? (isOfPairs ? await findLabeller(c, deps, arena.id) : undefined)
  if (invited) requireValidLink(invited, deps.clock())
  else requireVisible(arena, isAdmin(c, deps))
  return arena
}

/** The invited voter of this request in an arena. */
async function invitedTo(
  c: Context<Env>,
  deps: Pick<Deps, 'db' | 'access'>,
  arenaId: number,
): Promise<InvitedVoter | undefined> {
  const voter = invitedVoter(c, arenaId, deps)
  return voter === null ? undefined : selectInvited(deps.db, arenaId, voter)
}

/**
 * Whoever has opened a link to judged pairs, in the arena of a request for one; also in a private arena. They stay the voter
 * that the browser is without an invitation: somebody who opened two links is one person, whom no pair is shown twice.
 * @throws {ProblemError} arena_unknown; link_invalid without such a link, or if it has ended
 */
export async function labellerInArena(
  c: Context<Env>,
  deps: Pick<Deps, 'db' | 'access' | 'clock'>,
  slug: string,
): Promise<{ arena: Arena; voter: string }> {
  const arena = await arenaForOperator(deps.db, slug)
  const labeller = await findLabeller(c, deps, arena.id)
  if (!labeller) {
    requireVisible(arena, isAdmin(c, deps))
    throw new ProblemError('link_invalid', msg('invitation_missing'))
  }
  requireValidLink(labeller, deps.clock())
  return { arena, voter: labeller.voter }
}

async function findLabeller(
  c: Context<Env>,
  deps: Pick<Deps, 'db' | 'access'>,
  arenaId: number,
): Promise<InvitedVoter | undefined> {
  const voter = cookieVoter(c, deps)
  const invited = voter === null ? undefined : await selectInvited(deps.db, arenaId, voter)
  return invited?.kind === 'judges' ? invited : undefined
}

/**
 * Refuses a vote of a voter whose invitation was withdrawn. Pairs that were shown before it expired can be voted on, and so can
 * pairs that a link to judged pairs did not show.
 * @throws {ProblemError} link_invalid
 */
export async function requireStillInvited(
  db: Db,
  { arena_id, voter, origin }: { arena_id: number; voter: string; origin: string },
): Promise<void> {
  const invited = await selectInvited(db, arena_id, voter)
  const isOfLink = (invited?.kind === 'judges') === (origin === 'calibration')
  if (isOfLink && invited?.withdrawn_at) throw new ProblemError('link_invalid', msg('invitation_withdrawn'))
}

/**
 * How far the invited voter of this request has come.
 * @throws {ProblemError} arena_unknown; not_found if the browser has no invitation; link_invalid if it has ended
 */
export async function invitedVoterProgress(
  c: Context<Env>,
  deps: Pick<Deps, 'db' | 'access' | 'clock'>,
  slug: string,
): Promise<InvitedProgress> {
  const arena = await arenaForOperator(deps.db, slug)
  const invited = await invitedTo(c, deps, arena.id)
  if (!invited) {
    requireVisible(arena, isAdmin(c, deps))
    throw new ProblemError('not_found', msg('invitation_missing'))
  }
  requireValidLink(invited, deps.clock())
  return selectInvitedProgress(deps, arena, invited)
}

/** The progress of one voter and of all invited people. */
async function selectInvitedProgress(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  { kind, voter, group_name, goal, expires_at }: InvitedVoter,
): Promise<InvitedProgress> {
  const votes = await countInvitedVotes(db, arena.id, voter)
  const assigned =
    group_name === null ? undefined : (await assignedPairProgress(db, arena.id, group_name)).get(group_name)
  return {
    arena: arena.slug,
    kind: kind!,
    title: arena.title,
    group: group_name,
    votes: votes.ofVoter,
    goal,
    share: kind === 'judges' ? null : personShare(votes),
    all: { votes: votes.all, goal: votes.goal },
    ...(assigned && { assigned }),
    expiresAt: expires_at!.toISOString(),
  }
}

/** Each invited person's part of the votes until the first ratings; null once these are cast. */
function personShare({
  cast,
  contestants,
  people,
}: Awaited<ReturnType<typeof countInvitedVotes>>): number | null {
  const needed = votesForEmptyArena(contestants)
  return cast < needed && people > 0 ? Math.ceil(needed / people) : null
}

interface InvitedVoter extends Selectable<Database['invited_voters']> {
  /** Null, as what follows it: the person was erased. */
  kind: InvitationKind | null
  goal: number | null
  expires_at: Date | null
  withdrawn_at: Date | null
}

/** An invited voter with the invitation; undefined if nobody invited this voter. */
const selectInvited = (db: Db, arenaId: number, voter: string): Promise<InvitedVoter | undefined> =>
  db
    .selectFrom('invited_voters as v')
    .leftJoin('invitations as i', (join) =>
      join.onRef('i.arena_id', '=', 'v.arena_id').onRef('i.id', '=', 'v.invitation_id'),
    )
    .selectAll('v')
    .select(['i.kind', 'i.goal', 'i.expires_at', 'i.withdrawn_at'])
    .where('v.arena_id', '=', arenaId)
    .where('v.voter', '=', voter)
    .executeTakeFirst()

/** Erases who an invited voter is. The invitation of one person is deleted with the name. */
export async function forgetInvited(trx: Trx, arenaId: number, voter: string, name: string): Promise<void> {
  const rows = await queryRows<{ invitation: number | null }>(trx)`
    update invited_voters v set voter = ${name}, invitation_id = null from invited_voters before
    where v.arena_id = ${arenaId} and v.voter = ${voter} and before.arena_id = v.arena_id and before.voter = v.voter
    returning before.invitation_id as invitation`
  await sql`
    delete from invitations where arena_id = ${arenaId} and id = ${rows[0]?.invitation ?? null}
      and kind = 'vote' and seats is null`.execute(trx)
}
