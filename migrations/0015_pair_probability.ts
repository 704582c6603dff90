import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** With which probability a pair was drawn, where pairs are not drawn uniformly. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['battles', 'judgements'])
    await sql`
      alter table ${sql.table(table)}
        -- given what was known and open at the draw; null: every open pair was equally likely
        add column pair_probability double precision
          check (pair_probability > 0 and pair_probability <= 1)`.execute(db)
  // whether an arena has any such pair is asked for each of its boards
  await sql`create index battles_not_uniform on battles (arena_id) where pair_probability is not null`.execute(
    db,
  )
  await sql`create index judgements_not_uniform on judgements (arena_id) where pair_probability is not null`.execute(
    db,
  )
}
