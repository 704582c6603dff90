import { sql, type Kysely } from 'kysely'

/**
 * The plan of an arena as it was sealed, and its decision: facts, of which none is ever changed. An end of voting that was set
 * becomes a decision of people that closes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seals (
      arena_id  integer not null references arenas,
      id        integer generated always as identity,
      sealed_at timestamptz not null,
      seal      text not null,
      plan      jsonb not null,
      -- whether the votes that decide had begun: then it is a change that boards tell of
      is_late   boolean not null,
      primary key (arena_id, id)
    );
    create table decisions (
      arena_id   integer primary key references arenas,
      decided_at timestamptz not null,
      decision   jsonb not null,
      txid       xid8 not null default pg_current_xact_id()
    );
    create function refuse_change_of_plan() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: what was sealed or decided stays', tg_table_name
        using errcode = 'restrict_violation';
    end $$`.execute(db)
  for (const table of ['seals', 'decisions'])
    await sql`
      create trigger append_only before truncate on ${sql.table(table)}
        for each statement execute function refuse_change_of_plan();
      create trigger deleted_with_arena_only before delete on ${sql.table(table)} for each row
        when (old.arena_id::text is distinct from current_setting('deadheat.removed_arena', true))
        execute function refuse_change_of_plan();
      create trigger never_updated before update on ${sql.table(table)}
        for each statement execute function refuse_change_of_plan()`.execute(db)
  await sql`
    update arenas set settings = settings - 'closes'
      || jsonb_build_object('decides', settings -> 'closes' || '{"afterwards": "close", "source": "people"}')
    where settings ? 'closes'`.execute(db)
}
