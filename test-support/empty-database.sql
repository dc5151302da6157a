-- Lets tests use a database again instead of creating another. In a schema of its own, where the
-- software does not look.
create schema test_support;

create function test_support.structure() returns text language sql as $$
  select md5(string_agg(part, ',' order by part)) from (
    select format('%s.%s %s %s', attrelid::regclass, attname, atttypid, attnotnull) as part
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attnum > 0
    union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger
    union all select oid::regprocedure::text || md5(prosrc) from pg_proc
      where pronamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname !~ '^pg_'
    union all select name from public.kysely_migration
  ) as parts
$$;

create table test_support.template (structure text);
insert into test_support.template select test_support.structure();

-- The rows that the migrations write.
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table test_support.%I as table public.%I', 'rows_' || name, name);
  end loop;
end $$;

-- False if a test has changed the tables or is still connected.
create function test_support.empty_database() returns boolean language plpgsql as $$
declare name text;
begin
  if exists (select from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()) then
    return false;
  end if;
  if test_support.structure() <> (select structure from test_support.template) then
    return false;
  end if;
  -- Without triggers and foreign keys.
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from public.%I', name);
    execute format('insert into public.%I table test_support.%I', name, 'rows_' || name);
  end loop;
  return true;
end $$;
