import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Check results and skipped pairs are about one text: they go when their answer is changed or deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table check_results
      drop constraint check_results_arena_id_answer_id_fkey,
      add foreign key (arena_id, answer_id) references answers on delete cascade`.execute(db)
  await sql`
    create function forget_results_of_answer() returns trigger language plpgsql as $$
    begin
      delete from check_results where arena_id = new.arena_id and answer_id = new.id;
      delete from left_out_pairs where arena_id = new.arena_id and new.id in (lesser_answer_id, greater_answer_id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger text_changed after update of text_sha256, context on answers for each row
      when ((old.text_sha256, old.context) is distinct from (new.text_sha256, new.context))
      execute function forget_results_of_answer()`.execute(db)
}
