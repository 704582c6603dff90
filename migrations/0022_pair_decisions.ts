import { sql, type Kysely } from 'kysely'

/**
 * What judging two contestants came to, as it was printed. New votes make a new decision; what was decided is never changed.
 * A question is the pair with its view and gate.
 */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table pair_decisions (
      arena_id int not null references arenas,
      id int generated always as identity,
      question text not null,
      votes_sha256 text not null,
      comparison jsonb not null,
      decided_at timestamptz not null,
      primary key (arena_id, id),
      unique (arena_id, question, votes_sha256));
    create function refuse_change_of_pair_decision() returns trigger language plpgsql as $$
      begin
        raise exception '% are append-only: new votes make a new decision', tg_table_name
          using errcode = 'restrict_violation';
      end $$;
    create trigger append_only before truncate on pair_decisions
      for each statement execute function refuse_change_of_pair_decision();
    create trigger never_updated before update on pair_decisions
      for each statement execute function refuse_change_of_pair_decision();
    create trigger deleted_with_arena_only before delete on pair_decisions for each row
      when (old.arena_id::text is distinct from current_setting('deadheat.removed_arena', true))
      execute function refuse_change_of_pair_decision()`.execute(db)
