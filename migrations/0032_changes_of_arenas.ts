import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Every process hears of new, changed and removed arenas, so that no response in its memory outlives them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_of_arena() returns trigger language plpgsql as $$
    begin
      perform pg_notify('deadheat_board', coalesce(new.id, old.id)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger processes_hear_of_change after insert or update or delete on arenas
      for each row execute function notify_of_arena()`.execute(db)
}
