/** Labelling links: a signed right to label an arena's judged pairs, until it expires or is withdrawn. */
import { arenaBySlug, arenaNamed, mustNotBeArchived, type Arena } from '../../arenas/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/http/http.ts'
import { sameText, sign } from '../../platform/config/secrets.ts'
import type { LabellingLink } from '../../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { LabellingLinkTable } from '../tables.ts'
import type { Database } from '../../platform/schema.ts'

type StoredLink = Selectable<LabellingLinkTable>

async function insertLink(
  trx: Transaction<Database>,
  arenaId: number,
  madeAt: Date,
  expiresAt: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('labelling_links')
    .values({ arena_id: arenaId, made_at: madeAt, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const selectLinks = (db: Kysely<Database>, arenaId: number): Promise<StoredLink[]> =>
  db.selectFrom('labelling_links').selectAll().where('arena_id', '=', arenaId).orderBy('id', 'desc').execute()

const selectLink = (db: Kysely<Database>, arenaId: number, id: number): Promise<StoredLink | undefined> =>
  db
    .selectFrom('labelling_links')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Withdraws the link. @returns false if it was withdrawn already, or does not exist */
async function withdrawLink(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  withdrawnAt: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('labelling_links')
    .set({ withdrawn_at: withdrawnAt })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const DAY_MS = 24 * 3600 * 1000

const seal = (secret: Buffer, arenaId: number, link: string) => sign(secret, `labelling ${arenaId} ${link}`)

/**
 * Makes a link with which people label judged pairs of this arena. The path is not stored.
 * @throws {ProblemError} invalid_request if the arena is archived
 */
export async function labellingLink(
  deps: Pick<Deps, 'db' | 'secret' | 'clock' | 'actor'>,
  arena: Pick<Arena, 'id' | 'slug' | 'archived_at'>,
  days: number,
): Promise<{ link: number; path: string; madeAt: Date; expiresAt: Date }> {
  mustNotBeArchived(arena)
  const { id: arenaId, slug } = arena
  const madeAt = deps.clock()
  const expiresAt = new Date(madeAt.getTime() + days * DAY_MS)
  const link = await deps.db.transaction().execute(async (trx) => {
    const id = await insertLink(trx, arenaId, madeAt, expiresAt)
    await putOnRecord(trx, deps, arenaId, 'labelling_link_made', {
      link: id,
      expiresAt: expiresAt.toISOString(),
    })
    return id
  })
  const name = link.toString(36)
  const path = `/a/${slug}/vote?calibrate=${name}.${seal(deps.secret, arenaId, name)}`
  return { link, path, madeAt, expiresAt }
}

/** The links of an arena, newest first, without their secret paths. */
export async function labellingLinks(db: Deps['db'], { id }: Pick<Arena, 'id'>): Promise<LabellingLink[]> {
  return (await selectLinks(db, id)).map(publicLink)
}

/**
 * Withdraws a link: it opens no more battles, and votes cast with it stay. Withdrawing it twice changes nothing.
 * @throws {ProblemError} not_found if the arena has no such link
 */
export async function withdrawLabellingLink(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { id: arenaId, slug }: Pick<Arena, 'id' | 'slug'>,
  link: number,
): Promise<LabellingLink> {
  return deps.db.transaction().execute(async (trx) => {
    if (await withdrawLink(trx, arenaId, link, deps.clock()))
      await putOnRecord(trx, deps, arenaId, 'labelling_link_withdrawn', { link })
    const stored = await selectLink(trx, arenaId, link)
    if (!stored) throw new ProblemError('not_found', msg('no_such_labelling_link', { arena: slug, link }))
    return publicLink(stored)
  })
}

/**
 * The arena that a link opens, even a private one.
 * @throws {ProblemError} link_invalid if the link is not of this arena or has ended; arena_unknown for an unknown
 *   arena, or a private one without a valid link
 */
export async function arenaOfLink(
  { db, secret, clock }: Pick<Deps, 'db' | 'secret' | 'clock'>,
  slug: string,
  link: string,
): Promise<Arena> {
  const arena = await arenaNamed(db, slug)
  const [name = '', sealed = ''] = link.split('.')
  const storedLink = sameText(sealed, seal(secret, arena.id, name))
    ? await selectLink(db, arena.id, Number.parseInt(name, 36))
    : undefined
  if (!storedLink) {
    await arenaBySlug(db, slug, false)
    throw linkInvalid(msg('labelling_link_unknown', { arena: slug }))
  }
  if (storedLink.withdrawn_at) throw linkInvalid(msg('labelling_link_withdrawn', { arena: slug }))
  if (storedLink.expires_at <= clock()) throw linkInvalid(msg('labelling_link_ended', { arena: slug }))
  return arena
}

const publicLink = ({ id, made_at, expires_at, withdrawn_at }: StoredLink): LabellingLink => ({
  link: id,
  madeAt: made_at.toISOString(),
  expiresAt: expires_at.toISOString(),
  withdrawnAt: withdrawn_at?.toISOString() ?? null,
})

const linkInvalid = (why: CodedMessage) => new ProblemError('link_invalid', why)
