import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Prompts that are no longer voted on or judged; what was cast on them stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table prompts
      add column retired_at timestamptz,
      -- file: its arena.yaml named it no longer, and naming it again restores it; an admin's word holds against the file
      add column retired_by text check (retired_by in ('file', 'admin')),
      add constraint who_retired_is_known check ((retired_at is null) = (retired_by is null))`.execute(db)
}
