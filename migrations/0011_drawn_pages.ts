import { sql, type Kysely } from 'kysely'

/** What judges see of answers that are web pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- a PNG for each turn, empty where nothing could be drawn; null: not drawn yet. It ends with the text
    alter table answers add column drawn bytea[];
    alter table answers alter column drawn set storage external;
    -- whether its judge read the source of a page that people see run; null: of before this column, perhaps
    alter table judgements add column read_source boolean;
    create or replace function forget_injection() returns trigger language plpgsql as $$
    begin
      new.injection := null;
      new.injection_rules := null;
      new.drawn := null;
      return new;
    end $$`.execute(db)
}
