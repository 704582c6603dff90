import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Answers that speak to a judge, and the judgements that showed one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table answers
      -- the words that speak to a judge; null: there are none
      add column injection text check (injection <> ''),
      -- the rules by which the text was searched; null: not yet
      add column injection_rules text`.execute(db)
  await sql`create index answers_with_injection on answers (arena_id, id) where injection is not null`.execute(
    db,
  )
  await sql`
    create function forget_injection() returns trigger language plpgsql as $$
    begin
      new.injection := null;
      new.injection_rules := null;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger another_text_to_judges before update of text_sha256 on answers for each row
      when (old.text_sha256 is distinct from new.text_sha256) execute function forget_injection()`.execute(db)
}
