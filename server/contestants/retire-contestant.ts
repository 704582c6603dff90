import type { Kysely } from 'kysely'
import { touchArena } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import type { Contestant } from './contestant.ts'
import { updateRetired } from './queries.ts'

/** Takes a contestant out of sampling from `at` on (null: puts it back); its votes and its place on the board stay. */
export async function retireContestant(
  db: Kysely<Database>,
  arena: Arena,
  slug: string,
  at: Date | null,
): Promise<Contestant> {
  return db.transaction().execute(async (trx) => {
    const contestant = await updateRetired(trx, arena.id, slug, at)
    if (!contestant)
      throw new ProblemError(
        'contestant_unknown',
        `Arena "${arena.slug}" has no contestant with the slug "${slug}".`,
      )
    await touchArena(trx, arena.id)
    return contestant
  })
}
