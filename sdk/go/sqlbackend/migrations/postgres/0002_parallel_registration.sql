-- Every registration waited for the only row of the count until the one before it was durable. Now the count consists of
-- parts, each connection changes one of them, and a row of gatehouse_locks replaces the lock.
alter table gatehouse_counters rename to gatehouse_counter_parts;

alter table gatehouse_counter_parts add column part integer not null default 0;

alter table gatehouse_counter_parts drop constraint gatehouse_counters_pkey;

alter table gatehouse_counter_parts add constraint gatehouse_counter_parts_pkey primary key (name, part);

insert into gatehouse_counter_parts (name, value, part)
  select 'unrevoked_clients', 0, part from generate_series(1, 31) as part;

create view gatehouse_counters as
  select name, sum(value)::bigint as value from gatehouse_counter_parts group by name;

create or replace function gatehouse_clients_inserted() returns trigger language plpgsql as $$
    declare delta bigint := (select count(*) from added where revoked_at is null);
    begin
      if delta <> 0 then
        update gatehouse_counter_parts set value = value + delta
          where name = 'unrevoked_clients' and part = pg_backend_pid() % 32;
      end if;
      return null;
    end $$;

create or replace function gatehouse_clients_deleted() returns trigger language plpgsql as $$
    declare delta bigint := -(select count(*) from removed where revoked_at is null);
    begin
      if delta <> 0 then
        update gatehouse_counter_parts set value = value + delta
          where name = 'unrevoked_clients' and part = pg_backend_pid() % 32;
      end if;
      return null;
    end $$;

create or replace function gatehouse_clients_revoked() returns trigger language plpgsql as $$
    declare delta bigint := (select count(*) from added where revoked_at is null)
      - (select count(*) from removed where revoked_at is null);
    begin
      if delta <> 0 then
        update gatehouse_counter_parts set value = value + delta
          where name = 'unrevoked_clients' and part = pg_backend_pid() % 32;
      end if;
      return null;
    end $$;

create table gatehouse_locks (name text not null primary key);

insert into gatehouse_locks (name) values ('registration');
