-- Splits battles and votes by arena: each arena that is named gets partitions of its own, all others share one.
--   PGOPTIONS='-c deadheat.partitions=large-one,large-two' psql "$DATABASE_URL" -f partition-by-arena.sql
-- Stop all servers and workers before, and try it on a copy. It is one transaction: an error leaves everything as it was.
-- It needs a superuser, and free space for a second copy of both tables.
begin;
set local session_replication_role = replica;
create schema whole;

-- constraints, indexes, triggers and functions, to be made again
create temp table later on commit drop as
  with own as (
    select oid, relname, reltype from pg_class where oid in ('public.battles'::regclass, 'public.votes'::regclass))
  select 1 as step, pg_get_constraintdef(k.oid) as definition, null as old,
      format('alter table public.%I add constraint %I ', relname, conname) as begins
    from pg_constraint k join own on own.oid = conrelid where contype in ('p', 'u')
  union all
  select 2, pg_get_indexdef(indexrelid), null, '' from pg_index join own on own.oid = indrelid
    where not exists (select from pg_constraint k where k.conindid = indexrelid and k.contype in ('p', 'u'))
  union all
  select 3, pg_get_triggerdef(t.oid), null, '' from pg_trigger t join own on own.oid = tgrelid where not tgisinternal
  union all
  select 4, pg_get_constraintdef(k.oid), format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I ', conrelid::regclass, conname)
    from pg_constraint k
    where contype = 'f' and (conrelid in (select oid from own) or confrelid in (select oid from own))
  union all
  select distinct 5, pg_get_functiondef(objid), format('drop function %s', objid::regprocedure), ''
    from pg_depend join own on refobjid in (own.oid, own.reltype)
    where classid = 'pg_proc'::regclass and refclassid in ('pg_class'::regclass, 'pg_type'::regclass);

do $$
declare
  command text;
begin
  for command in select old from later where old is not null loop
    execute command;
  end loop;
  alter table public.battles set schema whole;
  alter table public.votes set schema whole;
  create table public.battles (like whole.battles including all excluding indexes) partition by list (arena_id);
  create table public.votes (like whole.votes including all excluding indexes) partition by list (arena_id);
  create table public.battles_of_others partition of public.battles default;
  create table public.votes_of_others partition of public.votes default;
  for command in
    select format('create table public.%s_%s partition of public.%s for values in (%s)', name, id, name, id)
      from arenas, unnest(array['battles', 'votes']) name
      where slug = any (string_to_array(current_setting('deadheat.partitions'), ','))
  loop
    execute command;
  end loop;
  insert into public.battles select * from whole.battles;
  insert into public.votes overriding system value select * from whole.votes order by id;
  perform setval(pg_get_serial_sequence('public.votes', 'id'), coalesce(max(id), 1)) from public.votes;
  for command in select begins || definition from later order by step, definition loop
    execute command;
  end loop;
end
$$;
drop table whole.votes, whole.battles;
drop schema whole;
commit;
analyze battles, votes;
