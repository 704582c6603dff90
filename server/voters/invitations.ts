import type {
  InvitationsRequest,
  Invitation,
  NewInvitation,
  Invitations,
  InvitationKind,
  InvitationState,
  InvitedGroup,
} from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { msg, shortList } from '../../shared/messages/index.ts'
import { type Insertable, sql } from 'kysely'
import type { Database, Db, Trx } from '../platform/schema.ts'
import type { WithDates } from '../platform/column-types.ts'
import { stringify } from 'csv-stringify/sync'
import { assignedPairProgress, type Assigned } from './shared-pairs.ts'
import { hashOfToken, newToken } from './link-token.ts'
import { queryRows, requireRow } from '../platform/postgres/query.ts'

const DAY_MS = 24 * 3600 * 1000

type Making = Pick<Deps, 'db' | 'access' | 'clock' | 'actor'>
type Named = Pick<Arena, 'id' | 'slug'>

/**
 * The part after # is never sent to a server, so no log and no preview of a message opens the link. What stands before it is:
 * the page then waits for the invitation before it draws a pair, and draws one of its kind.
 */
const invitationPath = (slug: string, kind: InvitationKind, token: string) =>
  `/a/${slug}/vote?${kind === 'judges' ? 'calibrate' : 'invited'}#invite=${token}`

/**
 * Makes one link for each name, or one without a name for pairs that judges have judged. Names are not put into the audit log.
 */
export async function makeInvitations(
  deps: Making,
  arena: Named,
  { kind, people = [], group, seats, goal, days }: InvitationsRequest,
): Promise<NewInvitation[]> {
  const { id: arenaId, slug } = arena
  const madeAt = deps.clock()
  const expiresAt = new Date(madeAt.getTime() + days * DAY_MS)
  const names = kind === 'judges' ? [''] : people
  const tokens = new Map(names.map((name) => [newToken(), name]))
  const hashes = new Map([...tokens.keys()].map((token) => [hashOfToken(token, deps), token]))
  const made = await deps.db.transaction().execute(async (trx) => {
    const rows = await insertInvitations(
      trx,
      [...hashes].map(([token_hash, token]) => ({
        arena_id: arenaId,
        kind,
        name: tokens.get(token)!,
        group_name: group ?? null,
        seats: seats ?? null,
        goal: goal ?? null,
        token_hash,
        made_at: madeAt,
        expires_at: expiresAt,
      })),
    )
    await recordAct(trx, deps, arenaId, 'invitations_made', {
      links: rows.length,
      ...(kind === 'judges' && { kind }),
      ...(group !== undefined && { group }),
      expiresAt: expiresAt.toISOString(),
    })
    return new Map(rows.map(({ id, token_hash }) => [id, hashes.get(token_hash)!]))
  })
  const described = await describeInvitations(deps, arenaId, [...made.keys()])
  return described
    .map((invitation) => ({
      ...invitation,
      path: invitationPath(slug, kind, made.get(invitation.invitation)!),
    }))
    .toReversed()
}

/**
 * Withdraws an invitation: no further pair and no further vote. Votes cast with it stay. Twice changes nothing.
 * @throws {ProblemError} not_found
 */
export async function withdrawInvitation(deps: Making, arena: Named, id: number): Promise<Invitation> {
  await deps.db.transaction().execute(async (trx) => {
    if (await updateInvitation(trx, arena.id, id, { withdrawn_at: deps.clock() }))
      await recordAct(trx, deps, arena.id, 'invitation_withdrawn', { invitation: id })
  })
  return describeInvitation(deps, arena, id)
}

/**
 * Gives an invitation a new link, also an ended one. The old link opens nothing any more. Who has opened it stays the
 * same voter.
 * @throws {ProblemError} not_found
 */
export async function renewInvitation(
  deps: Making,
  arena: Named,
  id: number,
  days: number,
): Promise<NewInvitation> {
  const token = newToken()
  const expiresAt = new Date(deps.clock().getTime() + days * DAY_MS)
  await deps.db.transaction().execute(async (trx) => {
    const link = { token_hash: hashOfToken(token, deps), expires_at: expiresAt, withdrawn_at: null }
    if (await updateInvitation(trx, arena.id, id, link))
      await recordAct(trx, deps, arena.id, 'invitation_renewed', {
        invitation: id,
        expiresAt: expiresAt.toISOString(),
      })
  })
  const renewed = await describeInvitation(deps, arena, id)
  return { ...renewed, path: invitationPath(arena.slug, renewed.kind, token) }
}

async function describeInvitation(
  deps: Making,
  { id: arenaId, slug }: Named,
  id: number,
): Promise<Invitation> {
  const [invitation] = await describeInvitations(deps, arenaId, [id])
  if (!invitation)
    throw new ProblemError(
      'not_found',
      msg('none_with_id', {
        arena: slug,
        kind: 'invitation',
        ids: shortList([String(id)]),
        listedBy: `GET /api/admin/arenas/${slug}/invitations`,
      }),
    )
  return invitation
}

const insertInvitations = (
  trx: Trx,
  rows: Insertable<Database['invitations']>[],
): Promise<{ id: number; token_hash: string }[]> =>
  trx.insertInto('invitations').values(rows).returning(['id', 'token_hash']).execute()

/** Withdraws an invitation, or gives it another link. @returns false if it was withdrawn already, or does not exist */
async function updateInvitation(
  trx: Trx,
  arenaId: number,
  id: number,
  change: { withdrawn_at: Date } | { withdrawn_at: null; token_hash: string; expires_at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('invitations')
    .set(change)
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .$if(change.withdrawn_at !== null, (query) => query.where('withdrawn_at', 'is', null))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Reading = Pick<Deps, 'db' | 'clock'>

/** The invitations of an arena with their states, newest first, and each group as a whole. */
export async function listInvitations(
  { db, clock }: Reading,
  { id }: Pick<Arena, 'id'>,
): Promise<Invitations> {
  const [rows, assigned] = await Promise.all([selectInvitations(db, id), assignedPairProgress(db, id)])
  return {
    invitations: rows.map((row) => described(row, clock())),
    groups: invitedGroups(rows, assigned),
  }
}

/** These invitations of an arena, newest first. */
async function describeInvitations(
  { db, clock }: Reading,
  arenaId: number,
  ids: readonly number[],
): Promise<Invitation[]> {
  return (await selectInvitations(db, arenaId, ids)).map((row) => described(row, clock()))
}

const CSV_COLUMNS = [
  'invitation',
  'name',
  'group',
  'seats',
  'state',
  'votes',
  'goal',
  'quarantined',
  'people',
  'browsers',
  'lastVoteAt',
  'madeAt',
  'expiresAt',
  'withdrawnAt',
  'voter',
  'kind',
] as const satisfies (keyof Invitation)[]

/** The invitations as CSV. Text that a spreadsheet would take for a formula is escaped. */
export const invitationsAsCsv = ({ invitations }: Invitations): string =>
  stringify(invitations, { header: true, columns: [...CSV_COLUMNS], escape_formulas: true })

function described(row: InvitationRow, now: Date): Invitation {
  const { id, complete: _, ...rest } = row
  return {
    invitation: id,
    ...rest,
    state: invitationState(row, now),
    madeAt: row.madeAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    lastVoteAt: row.lastVoteAt?.toISOString() ?? null,
  }
}

function invitationState(row: InvitationRow, now: Date): InvitationState {
  if (row.goal !== null && row.complete >= (row.seats ?? 1)) return 'complete'
  if (row.withdrawnAt) return 'withdrawn'
  if (row.expiresAt <= now) return 'expired'
  return row.people === 0 ? 'unopened' : 'open'
}

function invitedGroups(
  rows: readonly InvitationRow[],
  assigned: ReadonlyMap<string, Assigned>,
): InvitedGroup[] {
  const sum = (groupRows: readonly InvitationRow[], figure: (row: InvitationRow) => number) =>
    groupRows.reduce((total, row) => total + figure(row), 0)
  const voteRows = rows.filter(({ kind }) => kind === 'vote')
  return [...Map.groupBy(voteRows, ({ group }) => group)]
    .map(([group, all]) => {
      const active = all.filter(({ withdrawnAt }) => withdrawnAt === null)
      const ofGroup = group === null ? undefined : assigned.get(group)
      return {
        group,
        invited: sum(active, ({ seats }) => seats ?? 1),
        people: sum(all, ({ people }) => people),
        votes: sum(all, ({ votes }) => votes),
        ...(ofGroup && { assigned: ofGroup }),
        goal: active.some(({ goal }) => goal === null)
          ? null
          : sum(active, ({ goal, seats }) => goal! * (seats ?? 1)),
      }
    })
    .sort((a, b) => (a.group ?? '￿').localeCompare(b.group ?? '￿', 'en'))
}

/** People's votes in table `v` that were not taken back. */
const standing = sql`v.source = 'human' and not exists (
  select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`

interface CastByInvited {
  ofVoter: number
  /** Of all invited people, and of all people. */
  all: number
  cast: number
  contestants: number
  /** How many are invited. */
  people: number
  goal: number | null
}

/**
 * How many votes an invited voter cast, and all invited people of the arena, without whoever voted on judged pairs. Votes taken
 * back are not counted.
 */
export const countInvitedVotes = (db: Db, arenaId: number, voter: string): Promise<CastByInvited> =>
  requireRow<CastByInvited>(db)`
    select
      (select count(*)::int from votes v where v.arena_id = ${arenaId} and v.voter = ${voter} and ${standing})
        + (select count(*)::int from pending_votes p where p.arena_id = ${arenaId} and p.voter = ${voter}) as "ofVoter",
      (select count(*)::int from invited_voters w join votes v on v.arena_id = w.arena_id and v.voter = w.voter
        where w.arena_id = ${arenaId} and ${standing} and not exists (select from invitations i
          where i.arena_id = w.arena_id and i.id = w.invitation_id and i.kind = 'judges')) as all,
      (select count(*)::int from votes v where v.arena_id = ${arenaId} and v.source = 'human' and ${standing}) as cast,
      (select count(*)::int from contestants c where c.arena_id = ${arenaId} and c.retired_at is null) as contestants,
      (select coalesce(sum(coalesce(i.seats, 1)), 0)::int
        from invitations i where i.arena_id = ${arenaId} and i.withdrawn_at is null and i.kind = 'vote') as people,
      (select case when bool_and(i.goal is not null) then sum(i.goal * coalesce(i.seats, 1))::int end
        from invitations i where i.arena_id = ${arenaId} and i.withdrawn_at is null and i.kind = 'vote') as goal`

type InvitationRow = WithDates<
  Omit<Invitation, 'invitation' | 'state'>,
  'madeAt' | 'expiresAt' | 'withdrawnAt' | 'lastVoteAt'
> & {
  id: number
  /** How many people cast the votes that were asked for. */
  complete: number
}

/** The invitations of an arena with what became of them, newest first; or one of them. */
const selectInvitations = (
  db: Db,
  arenaId: number,
  only: readonly number[] | null = null,
): Promise<InvitationRow[]> =>
  queryRows<InvitationRow>(db)`
    with counted as (
      select w.invitation_id, w.voter, w.browsers,
        count(v.id)::int as votes, max(v.cast_at) as last,
        count(v.id) filter (where not exists (
          select from counted_votes_in(${arenaId}, null) c where c.arena_id = v.arena_id and c.id = v.id))::int as quarantined
      from invited_voters w
      join invitations j on j.arena_id = w.arena_id and j.id = w.invitation_id
      left join votes v on v.arena_id = w.arena_id and v.voter = w.voter and ${standing}
        and (j.kind = 'vote' or exists (select from battles b
          where b.arena_id = v.arena_id and b.id = v.battle_id and b.origin = 'calibration'))
      where w.arena_id = ${arenaId} and w.invitation_id is not null
        and (${only}::integer[] is null or w.invitation_id = any (${only}::integer[]))
      group by w.invitation_id, w.voter, w.browsers)
    select i.id, i.kind, nullif(i.name, '') as name, i.group_name as group, i.seats, i.goal, i.made_at as "madeAt", i.expires_at as "expiresAt",
      i.withdrawn_at as "withdrawnAt", count(c.voter)::int as people, coalesce(sum(c.browsers), 0)::int as browsers,
      count(c.voter) filter (where c.votes >= i.goal)::int as complete, coalesce(sum(c.votes), 0)::int as votes,
      coalesce(sum(c.quarantined), 0)::int as quarantined, max(c.last) as "lastVoteAt",
      case when i.kind = 'vote' and i.seats is null then max(c.voter) end as voter
    from invitations i left join counted c on c.invitation_id = i.id
    where i.arena_id = ${arenaId} and (${only}::integer[] is null or i.id = any (${only}::integer[]))
    group by i.arena_id, i.id order by i.id desc`
