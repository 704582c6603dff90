import { sql, type Kysely } from 'kysely'

/** What quotes a text, and what a person asked, goes when the text or the person is erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // the words of a leak stand in the reasons of the quarantines that it caused
  await sql`
    create function erase_quotes(arena integer, leaks bigint[]) returns void language sql as $$
      update quarantines set reason = '[erased]', finding = null
      where arena_id = arena and leak_id = any (leaks) and reason <> '[erased]'
    $$;
    create or replace function forget_leaks() returns trigger language plpgsql as $$
    begin
      if new.erased_at is not null and old.erased_at is null then
        perform erase_quotes(new.arena_id, array(
          select id from leaks where arena_id = new.arena_id and answer_id = new.id));
      end if;
      delete from leaks where arena_id = new.arena_id and answer_id = new.id;
      new.leak_rules := null;
      return new;
    end $$;
    create function forget_leaks_of_prompt() returns trigger language plpgsql as $$
    begin
      perform erase_quotes(new.arena_id, array(
        select id from leaks where arena_id = new.arena_id and prompt_id = new.id));
      delete from leaks where arena_id = new.arena_id and prompt_id = new.id;
      return new;
    end $$;
    create trigger erased_prompt before update of erased_at on prompts for each row
      when (old.erased_at is null and new.erased_at is not null) execute function forget_leaks_of_prompt()`.execute(
    db,
  )
  await sql`
    -- who wrote it, as in live_conversations; null: of before this column
    alter table live_refusals add column voter text;
    create index live_refusals_by_voter on live_refusals (arena_id, voter) where voter is not null;
    create index live_refusals_with_text on live_refusals (refused_at) where text is not null;
    create index prompts_by_conversation on prompts (arena_id, unit_group) where retired_by = 'live';
    create index live_spending_by_day on live_spending (day) where day is not null`.execute(db)
}
