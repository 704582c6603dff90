import { randomBytes } from 'node:crypto'
import type { InvitationsRequest, Invitation, NewInvitation } from '../../shared/contracts/index.ts'
import { mustNotBeArchived, type Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/http/http.ts'
import { sign } from '../platform/config/secrets.ts'
import { describeInvitations } from './list-invitations.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { InvitationTable } from './tables.ts'

const DAY_MS = 24 * 3600 * 1000

type Making = Pick<Deps, 'db' | 'secret' | 'clock' | 'actor'>
type Named = Pick<Arena, 'id' | 'slug'>
type InUse = Named & Pick<Arena, 'archived_at'>

/** The keyed hash of a link's token, which alone is stored. */
export const hashOfToken = (token: string, { secret }: Pick<Deps, 'secret'>): string =>
  sign(secret, `token of an invitation ${token}`)

const newToken = () => randomBytes(18).toString('base64url')

/** The part after # is never sent to a server, so no log and no preview of a message opens the link. */
const pathOf = (slug: string, token: string) => `/a/${slug}/vote#invite=${token}`

/**
 * Makes one link for each name. Names are not put into the audit log.
 * @throws {ProblemError} invalid_request if the arena is archived
 */
export async function makeInvitations(
  deps: Making,
  arena: InUse,
  { people, group, seats, goal, days }: InvitationsRequest,
): Promise<NewInvitation[]> {
  mustNotBeArchived(arena)
  const { id: arenaId, slug } = arena
  const madeAt = deps.clock()
  const expiresAt = new Date(madeAt.getTime() + days * DAY_MS)
  const tokens = new Map(people.map((name) => [newToken(), name]))
  const hashes = new Map([...tokens.keys()].map((token) => [hashOfToken(token, deps), token]))
  const made = await deps.db.transaction().execute(async (trx) => {
    const rows = await insertInvitations(
      trx,
      [...hashes].map(([token_hash, token]) => ({
        arena_id: arenaId,
        name: tokens.get(token)!,
        group_name: group ?? null,
        seats: seats ?? null,
        goal: goal ?? null,
        token_hash,
        made_at: madeAt,
        expires_at: expiresAt,
      })),
    )
    await putOnRecord(trx, deps, arenaId, 'invitations_made', {
      links: rows.length,
      ...(group !== undefined && { group }),
      expiresAt: expiresAt.toISOString(),
    })
    return new Map(rows.map(({ id, token_hash }) => [id, hashes.get(token_hash)!]))
  })
  const described = await describeInvitations(deps, arenaId, [...made.keys()])
  return described.map((one) => ({ ...one, path: pathOf(slug, made.get(one.invitation)!) })).toReversed()
}

/**
 * Withdraws an invitation: no further pair and no further vote. Votes cast with it stay. Twice changes nothing.
 * @throws {ProblemError} not_found
 */
export async function withdrawInvitation(deps: Making, arena: Named, id: number): Promise<Invitation> {
  await deps.db.transaction().execute(async (trx) => {
    if (await withdrawRow(trx, arena.id, id, deps.clock()))
      await putOnRecord(trx, deps, arena.id, 'invitation_withdrawn', { invitation: id })
  })
  return describedOne(deps, arena, id)
}

/**
 * Gives an invitation a new link, also an ended one. The old link opens nothing any more. Who has opened it stays the
 * same voter.
 * @throws {ProblemError} not_found; invalid_request if the arena is archived
 */
export async function renewInvitation(
  deps: Making,
  arena: InUse,
  id: number,
  days: number,
): Promise<NewInvitation> {
  mustNotBeArchived(arena)
  const token = newToken()
  const expiresAt = new Date(deps.clock().getTime() + days * DAY_MS)
  await deps.db.transaction().execute(async (trx) => {
    const link = { token_hash: hashOfToken(token, deps), expires_at: expiresAt }
    if (await renewRow(trx, arena.id, id, link))
      await putOnRecord(trx, deps, arena.id, 'invitation_renewed', {
        invitation: id,
        expiresAt: expiresAt.toISOString(),
      })
  })
  return { ...(await describedOne(deps, arena, id)), path: pathOf(arena.slug, token) }
}

async function describedOne(deps: Making, { id: arenaId, slug }: Named, id: number): Promise<Invitation> {
  const [one] = await describeInvitations(deps, arenaId, [id])
  if (!one) throw new ProblemError('not_found', msg('no_such_invitation', { arena: slug, invitation: id }))
  return one
}

const insertInvitations = (
  trx: Transaction<Database>,
  rows: Insertable<InvitationTable>[],
): Promise<{ id: number; token_hash: string }[]> =>
  trx.insertInto('invitations').values(rows).returning(['id', 'token_hash']).execute()

/** Withdraws an invitation. @returns false if it was withdrawn already, or does not exist */
async function withdrawRow(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  withdrawnAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('invitations')
    .set({ withdrawn_at: withdrawnAt })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives an invitation another link. @returns false if it does not exist */
async function renewRow(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  link: { token_hash: string; expires_at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('invitations')
    .set({ ...link, withdrawn_at: null })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
