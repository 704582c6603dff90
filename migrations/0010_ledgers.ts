import { sql, type Kysely } from 'kysely'

/** What an arena has spent and reserved, in one row: each budget of the arena is kept there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledgers (
      arena_id      integer primary key references arenas,
      -- what calls of runs and live battles cost, and the most that those under way may cost
      spent_usd     double precision not null default 0,
      reserved_usd  double precision not null default 0,
      -- the latest day (UTC) in which a call began or ended, and what calls that ended in it cost
      day           date not null,
      day_spent_usd double precision not null default 0,
      -- by contestant, since when and why no visitor is answered by it: it charged more than was reserved
      closed        jsonb not null default '{}'
    ) with (fillfactor = 10)`.execute(db)
  await sql`
    -- which budget of an arena does not cover so much more: all, day, or null. Sums may differ in their last digits
    create function budget_against(arena integer, committed float8, committed_today float8, usd float8) returns text
    language sql stable as $$
      select case when committed + usd > (settings ->> 'budgetUsd')::float8 * (1 + 1e-9) then 'all'
        when committed_today + usd > (settings ->> 'budgetUsdPerDay')::float8 * (1 + 1e-9) then 'day' end
      from arenas where id = arena
    $$;
    create function enter_in_ledger(arena integer, reserved float8, spent float8, at timestamptz) returns void
    language sql as $$
      insert into ledgers as l (arena_id, reserved_usd, spent_usd, day, day_spent_usd)
      select arena, greatest(0, reserved), greatest(0, spent), (at at time zone 'utc')::date, greatest(0, spent)
      on conflict (arena_id) do update set
        reserved_usd = greatest(0, l.reserved_usd + reserved),
        spent_usd = greatest(0, l.spent_usd + spent),
        day = greatest(l.day, excluded.day),
        -- what is given back of an earlier day leaves this one as it is
        day_spent_usd = case when spent < 0 and l.day > excluded.day then l.day_spent_usd
          else greatest(0, case when l.day >= excluded.day then l.day_spent_usd else 0 end + spent) end
    $$;
    -- whoever writes a call, the ledger counts it: what is reserved while it is under way, then what it cost
    create function enter_new_calls() returns trigger language plpgsql as $$
    begin
      perform enter_in_ledger(arena_id, sum(reserved_usd) filter (where status = 'under_way'),
        coalesce(sum(coalesce(cost_usd, reserved_usd)) filter (where status <> 'under_way'), 0), max(started_at))
      from made where reserved_usd > 0 or cost_usd > 0 group by arena_id;
      return null;
    end $$;
    create function enter_changed_call() returns trigger language plpgsql as $$
    declare
      reserved float8 := 0;
      spent float8 := 0;
      at timestamptz;
    begin
      if old.status = 'under_way' then reserved := - old.reserved_usd;
      else spent := - coalesce(old.cost_usd, old.reserved_usd);
      end if;
      if tg_op = 'UPDATE' then
        if new.status = 'under_way' then reserved := reserved + new.reserved_usd;
        else spent := spent + coalesce(new.cost_usd, new.reserved_usd);
        end if;
        at := coalesce(new.finished_at, new.started_at);
      elsif old.status <> 'under_way' then
        -- what was spent stays spent
        return null;
      else at := old.started_at;
      end if;
      if reserved <> 0 or spent <> 0 then perform enter_in_ledger(old.arena_id, reserved, spent, at); end if;
      return null;
    end $$`.execute(db)
  for (const table of ['calls', 'live_calls'].map((name) => sql.table(name)))
    await sql`
      create trigger call_made after insert on ${table} referencing new table as made
        for each statement when (current_setting('deadheat.copies_arena', true) is distinct from 'on')
        execute function enter_new_calls();
      create trigger call_ended after update on ${table} for each row
        when (old.status <> new.status) execute function enter_changed_call();
      create trigger call_unmade after delete on ${table} for each row execute function enter_changed_call()`.execute(
      db,
    )
}
