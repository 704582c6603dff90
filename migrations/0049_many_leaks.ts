import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Settles many leaks in one pass over the battles. Leaks come in the transaction that looks for them, so the planner always
 * takes them for few, and would compare each with all battles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function settle_leaks(integer, timestamptz) set enable_nestloop = off`.execute(db)
  await sql`
    create or replace function quarantine_new_leaked() returns trigger language plpgsql as $$
    declare
      batch record;
      before text := current_setting('enable_nestloop');
    begin
      for batch in select n.arena_id, array_agg(n.id) as ids, min(n.recorded_at) as moment from new_votes n
        where exists (select from leaks l where l.arena_id = n.arena_id and l.released_at is null)
        group by n.arena_id
      loop
        -- a few votes find their battles by index; so do not the votes of an import
        if cardinality(batch.ids) > 1000 then perform set_config('enable_nestloop', 'off', true); end if;
        perform quarantine_leaked(batch.arena_id, batch.ids, batch.moment);
        perform set_config('enable_nestloop', before, true);
      end loop;
      return null;
    end $$`.execute(db)
}
