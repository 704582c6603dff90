import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** A model server at an address of its own may need no key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table providers
      drop constraint providers_check,
      add check (api_key_env is not null or base_url is not null or type in ('http', 'exec'))`.execute(db)
}
