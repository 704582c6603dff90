import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Whether imported votes say how their pairs were drawn is asked for each board, beside many draws of the arena itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index battles_imported_not_uniform on battles (arena_id)
    where pair_probability is not null and origin = 'import'`.execute(db)
}
