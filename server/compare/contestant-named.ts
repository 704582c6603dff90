import type { Kysely } from 'kysely'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectNames } from './queries.ts'

export interface Named {
  id: number
  name: string
}

/**
 * The contestant of this name, or else of this slug.
 * @param choose  called with all names where there is none; what it throws is thrown
 */
export async function contestantNamed(
  db: Kysely<Database>,
  arena: Arena,
  wanted: string,
  choose: (wanted: string, names: string[]) => string,
): Promise<Named> {
  const all = await selectNames(db, arena.id)
  const named = (name: string) => all.find((one) => one.name === name)
  const { id, name } =
    named(wanted) ??
    all.find(({ slug }) => slug === wanted) ??
    named(
      choose(
        wanted,
        all.map((one) => one.name),
      ),
    )!
  return { id, name }
}
