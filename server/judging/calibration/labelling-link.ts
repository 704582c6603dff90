/** Links to blind labelling: the signed right, for a while, to be shown an arena's judged pairs. */
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

/** @throws {ProblemError} token_invalid when this is no link to the arena, or it has ended */
export function checkLabellingLink(
  { secret, clock }: Pick<Deps, 'secret' | 'clock'>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  link: string,
): void {
  const [end = '', sealed = ''] = link.split('.')
  if (!sameText(sealed, seal(secret, id, end)))
    throw new ProblemError(
      'token_invalid',
      `This is no labelling link of "${slug}". Ask for a new one: it comes from deadheat calibrate ${slug} --link.`,
    )
  if (Number.parseInt(end, 36) <= clock().getTime())
    throw new ProblemError(
      'token_invalid',
      `This labelling link has ended. Ask for a new one: it comes from deadheat calibrate ${slug} --link.`,
    )
}
