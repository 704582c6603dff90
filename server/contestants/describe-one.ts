import type { Kysely } from 'kysely'
import type { ContestantDescription } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Database } from '../platform/schema.ts'
import type { Contestant } from './contestant.ts'
import { selectContestants } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'

/** The public description of a contestant. */
export const descriptionOf = (one: Contestant): ContestantDescription => ({
  slug: one.slug,
  name: one.name,
  retiredAt: one.retired_at?.toISOString() ?? null,
  provider: one.provider,
  model: one.model,
  system: one.system,
  template: one.template,
  params: one.params,
  owner: one.owner,
  family: one.family,
  controlOf: one.control_of,
})

/** All contestants of an arena, sorted by name. */
export async function listContestants(
  db: Kysely<Database>,
  arena: Pick<Arena, 'id'>,
): Promise<ContestantDescription[]> {
  return (await selectContestants(db, arena.id)).map(descriptionOf)
}

/** @throws {ProblemError} contestant_unknown */
export async function contestantWithSlug(
  db: Kysely<Database>,
  arena: Pick<Arena, 'id' | 'slug'>,
  slug: string,
): Promise<Contestant> {
  const contestant = (await selectContestants(db, arena.id)).find((one) => one.slug === slug)
  if (contestant) return contestant
  throw new ProblemError('contestant_unknown', msg('no_contestant_of_slug', { arena: arena.slug, slug }))
}
