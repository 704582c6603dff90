import { sql, type Kysely } from 'kysely'

/** Facts are only ever added. An erasure may take texts and voters from some, and the removal of a whole arena takes its facts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: add a retraction instead of changing or deleting', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create function refuse_change_of_quarantine() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: quarantine or release the vote anew instead', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create function refuse_change_of_audit() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: what was done stays on record', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create function refuse_change_of_plan() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: what was sealed or decided stays', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create function refuse_change_of_pair_decision() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: new votes make a new decision', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create function refuse_climb_change() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only: what was tried stays as it was', tg_table_name
        using errcode = 'restrict_violation';
    end $$`.execute(db)
  // A text gives way to a tombstone, a voter to a pseudonym; everything else about a fact stays as it is. The arguments
  // name the columns that may change: to null, to a tombstone or to a pseudonym.
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
  for (const { table, refuse, erasable } of [
    { table: 'votes', refuse: 'refuse_change', erasable: ['voter', 'reason'] },
    { table: 'retractions', refuse: 'refuse_change' },
    { table: 'quarantines', refuse: 'refuse_change_of_quarantine', erasable: ['reason', 'finding'] },
    { table: 'audit_entries', refuse: 'refuse_change_of_audit', erasable: ['details'] },
    { table: 'seals', refuse: 'refuse_change_of_plan' },
    { table: 'decisions', refuse: 'refuse_change_of_plan' },
    { table: 'pair_decisions', refuse: 'refuse_change_of_pair_decision' },
    { table: 'climb_epochs', refuse: 'refuse_climb_change' },
    { table: 'climb_references', refuse: 'refuse_climb_change', erasable: ['reference'] },
    { table: 'climb_attempts', refuse: 'refuse_climb_change' },
    { table: 'climb_results', refuse: 'refuse_climb_change', erasable: ['reason'] },
  ]) {
    await sql`
      create trigger append_only before truncate on ${sql.table(table)}
        for each statement execute function ${sql.id(refuse)}();
      -- a transaction that removes a whole arena names it; nothing else deletes a fact
      create trigger deleted_with_arena_only before delete on ${sql.table(table)} for each row
        when (old.arena_id is null
          or old.arena_id::text is distinct from current_setting('deadheat.removed_arena', true))
        execute function ${sql.id(refuse)}()`.execute(db)
    if (erasable)
      await sql`
        create trigger erasure_only before update on ${sql.table(table)}
          for each row execute function allow_erasure_only(${sql.join(erasable.map((column) => sql.lit(column)))})`.execute(
        db,
      )
    else
      await sql`
        create trigger never_updated before update on ${sql.table(table)}
          for each statement execute function ${sql.id(refuse)}()`.execute(db)
  }
}
