import { sql, type Kysely } from 'kysely'

/** Columns of boards by the words of the code: a view is tracked, and a board has a data version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table snapshots rename column kept to tracked;
    alter table snapshots rename column basis to data_version;
    alter table past_boards rename column basis to data_version;
    alter table past_boards rename column counted_basis to counted_version`.execute(db)
}
