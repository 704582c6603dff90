import type { Kysely } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Database } from '../platform/schema.ts'
import { selectNames } from './queries.ts'

const MOST_NAMED = 8

export interface Named {
  id: number
  name: string
  slug: string
}

/**
 * The contestant with this name, or else with this slug.
 * @param choose  called with all names if there is none; may return another name or throw
 * @throws {ProblemError} contestant_unknown listing the contestants, unless `choose` does otherwise
 */
export async function contestantNamed(
  db: Kysely<Database>,
  arena: Arena,
  nameOrSlug: string,
  choose: (requestedName: string, names: string[]) => string = (_, names) =>
    unknown(arena, nameOrSlug, names),
): Promise<Named> {
  const all = await selectNames(db, arena.id)
  const contestantCalled = (name: string) => all.find((one) => one.name === name)
  return (
    contestantCalled(nameOrSlug) ??
    all.find(({ slug }) => slug === nameOrSlug) ??
    contestantCalled(
      choose(
        nameOrSlug,
        all.map((one) => one.name),
      ),
    )!
  )
}

function unknown({ slug }: Arena, nameOrSlug: string, names: readonly string[]): never {
  const there = { names: names.slice(0, MOST_NAMED), more: Math.max(0, names.length - MOST_NAMED) }
  throw new ProblemError(
    'contestant_unknown',
    msg('contestant_not_there', { arena: slug, name: nameOrSlug, there }),
  )
}
