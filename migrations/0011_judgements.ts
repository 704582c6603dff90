import { sql, type Kysely } from 'kysely'

/** What judges see of answers that are web pages, and what they say about live battles. */
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
  await sql`
    -- of a live battle: it casts no vote, and says what both orders say, by criterion
    alter table judgements add column live boolean not null default false, add column outcomes jsonb,
      add check ((outcomes is not null) = (live and status = 'done'));
    drop index answers_are_judged_once_per_version;
    create unique index answers_are_judged_once_per_version on judgements
      (arena_id, judge_version_id, criteria, sorted(answer_ids), repeat, coalesce(climb_epoch, 0), live);
    create index judgements_of_live on judgements (arena_id) where live`.execute(db)
}
