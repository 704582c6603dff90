import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Plans that do not depend on when Postgres last counted. The planner keeps no statistics of `arena_id`: with them, it takes an
 * arena that came after the last ANALYZE for empty, and joins all of its rows with all others. Without them, it takes each
 * arena for a 200th of the table, at any time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare place record;
    begin
      for place in
        select c.oid::regclass as name, format_type(a.atttypid, a.atttypmod) as type,
          exists (select from pg_stats s where s.schemaname = current_schema() and s.tablename = c.relname and s.attname = a.attname) as counted
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname = 'arena_id'
      loop
        -- the same type again: Postgres forgets what it counted, and rewrites nothing
        if place.counted then
          execute format('alter table %s alter column arena_id type %s', place.name, place.type);
        end if;
        execute format('alter table %s alter column arena_id set statistics 0', place.name);
      end loop;
    end $$`.execute(db)
  // Leaks come in the transaction that looks for them, so the planner always takes them for few. All leaks are joined with
  // all battles of their prompts, and for that one pass over the battles is right, however many leaks there are.
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
