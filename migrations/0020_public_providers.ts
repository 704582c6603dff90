import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Providers whose address somebody sent over HTTP may be reached on the public internet alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table providers add column public_only boolean not null default false`.execute(db)
  // the audit log says how each arena was described last
  await sql`
    update providers p set public_only = true
    where base_url is not null and 'token' = (
      select actor from audit_entries a
      where a.arena_id = p.arena_id and a.act in ('arena_created', 'arena_changed')
        and (a.details->>'described')::boolean
      order by a.id desc limit 1)`.execute(db)
}
