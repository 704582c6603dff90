/** Links to blind labelling: the signed right, for a while, to be shown an arena's judged pairs. */
import { arenaBySlug, arenaNamed } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { sameText, sign } from '../../platform/secrets.ts'

const DAY_MS = 24 * 3600 * 1000

const seal = (secret: Buffer, arenaId: number, end: string) => sign(secret, `labelling ${arenaId} ${end}`)

/** The path of the page on which whoever has it labels judged pairs of this arena, and until when. */
export function labellingLink(
  { secret, clock }: Pick<Deps, 'secret' | 'clock'>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  days: number,
): { path: string; expiresAt: Date } {
  const expiresAt = new Date(clock().getTime() + days * DAY_MS)
  const end = expiresAt.getTime().toString(36)
  return { path: `/a/${slug}/vote?calibrate=${end}.${seal(secret, id, end)}`, expiresAt }
}

/**
 * The arena that a link admits to, be it private.
 * @throws {ProblemError} token_invalid when the link is none of this arena's, or has ended; arena_unknown, also where a
 *   private one is asked for with a link that is none
 */
export async function arenaOfLink(
  { db, secret, clock }: Pick<Deps, 'db' | 'secret' | 'clock'>,
  slug: string,
  link: string,
): Promise<Arena> {
  const arena = await arenaNamed(db, slug)
  const [end = '', sealed = ''] = link.split('.')
  if (!sameText(sealed, seal(secret, arena.id, end))) {
    await arenaBySlug(db, slug, false)
    throw refused(slug, `This is no labelling link of "${slug}".`)
  }
  if (Number.parseInt(end, 36) <= clock().getTime()) throw refused(slug, 'This labelling link has ended.')
  return arena
}

const refused = (slug: string, why: string) =>
  new ProblemError(
    'token_invalid',
    `${why} Ask for a new one: it comes from deadheat calibrate ${slug} --link.`,
  )
