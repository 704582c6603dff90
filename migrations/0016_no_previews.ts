import { sql, type Kysely } from 'kysely'

/** Every stored board is a whole one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from snapshots where preview`.execute(db)
  await sql`alter table snapshots drop column preview`.execute(db)
}
