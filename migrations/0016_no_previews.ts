import { sql, type Kysely } from 'kysely'

/** Every stored board is a whole one. The column goes once no server writes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from snapshots where preview`.execute(db)
}
