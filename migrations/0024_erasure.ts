import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Erasure: a text gives way to a tombstone, a voter to a pseudonym. Everything else about a fact stays as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['answers', 'prompts'])
    await sql`alter table ${sql.table(table)} add column erased_at timestamptz`.execute(db)
  // grows with every erased voter: whoever holds votes in memory then reads them again
  await sql`alter table arenas add column erased_voters integer not null default 0`.execute(db)
  for (const table of ['votes', 'second_looks'])
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.id(`${table}_arena_id_battle_id_voter_fkey`)},
        add foreign key (arena_id, battle_id, voter) references battles (arena_id, id, voter) on update cascade`.execute(
      db,
    )
  // the arguments name the columns that may change: to null, to a tombstone or to a pseudonym
  await sql`
    create function allow_erasure_only() returns trigger language plpgsql as $$
    declare
      before jsonb := to_jsonb(old);
      after jsonb := to_jsonb(new);
      name text;
      value jsonb;
    begin
      if before = after or before - tg_argv is distinct from after - tg_argv then
        raise exception '% are append-only: only an erasure changes a row, and only its texts and its voter', tg_table_name
          using errcode = 'restrict_violation';
      end if;
      foreach name in array tg_argv loop
        value := after -> name;
        if value is distinct from before -> name and value <> 'null' and value <> '"[erased]"'
          and not (jsonb_typeof(value) = 'string' and value #>> '{}' like 'erased-%')
          and not (jsonb_typeof(value) = 'object' and value - 'voter' = (before -> name) - 'voter'
            and value ->> 'voter' like 'erased-%')
        then
          raise exception '% are append-only: an erasure leaves nothing but null, [erased] or a pseudonym', tg_table_name
            using errcode = 'restrict_violation';
        end if;
      end loop;
      return new;
    end $$`.execute(db)
  for (const { table, refuse, columns } of [
    { table: 'votes', refuse: 'refuse_change', columns: ['voter', 'reason'] },
    { table: 'quarantines', refuse: 'refuse_change_of_quarantine', columns: ['reason', 'finding'] },
    { table: 'audit_entries', refuse: 'refuse_change_of_audit', columns: ['details'] },
    { table: 'climb_references', refuse: 'refuse_climb_change', columns: ['reference'] },
    { table: 'climb_results', refuse: 'refuse_climb_change', columns: ['reason'] },
  ]) {
    await sql`drop trigger append_only on ${sql.table(table)}`.execute(db)
    await sql`
      create trigger append_only before delete or truncate on ${sql.table(table)}
        for each statement execute function ${sql.id(refuse)}()`.execute(db)
    await sql`
      create trigger erasure_only before update on ${sql.table(table)}
        for each row execute function allow_erasure_only(${sql.join(columns.map((column) => sql.lit(column)))})`.execute(
      db,
    )
  }
}
