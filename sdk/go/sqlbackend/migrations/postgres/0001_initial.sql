create table gatehouse_clients (
  client_id text not null primary key,
  client_name text not null,
  redirect_uris text not null,
  token_endpoint_auth_method text not null,
  secret_hash bytea,
  scopes text not null,
  grant_types text not null,
  registered_at bigint not null,
  consented_at bigint,
  revoked_at bigint,
  self_registered integer not null,
  metadata text not null
);

create table gatehouse_counters (name text not null primary key, value bigint not null);

insert into gatehouse_counters (name, value) values ('unrevoked_clients', 0);

-- Triggers count the clients, not the store, because an application revokes a client with its own SQL (revoked_at). They
-- run once for each statement, and leave the row alone if nothing changed, because others wait for its lock.
create function gatehouse_clients_inserted() returns trigger language plpgsql as $$
    declare delta bigint := (select count(*) from added where revoked_at is null);
    begin
      if delta <> 0 then
        update gatehouse_counters set value = value + delta where name = 'unrevoked_clients';
      end if;
      return null;
    end $$;

create function gatehouse_clients_deleted() returns trigger language plpgsql as $$
    declare delta bigint := -(select count(*) from removed where revoked_at is null);
    begin
      if delta <> 0 then
        update gatehouse_counters set value = value + delta where name = 'unrevoked_clients';
      end if;
      return null;
    end $$;

create function gatehouse_clients_revoked() returns trigger language plpgsql as $$
    declare delta bigint := (select count(*) from added where revoked_at is null)
      - (select count(*) from removed where revoked_at is null);
    begin
      if delta <> 0 then
        update gatehouse_counters set value = value + delta where name = 'unrevoked_clients';
      end if;
      return null;
    end $$;

create trigger gatehouse_clients_inserted after insert on gatehouse_clients referencing new table as added
  for each statement execute function gatehouse_clients_inserted();

create trigger gatehouse_clients_deleted after delete on gatehouse_clients referencing old table as removed
  for each statement execute function gatehouse_clients_deleted();

create trigger gatehouse_clients_revoked after update on gatehouse_clients referencing old table as removed new table as added
  for each statement execute function gatehouse_clients_revoked();

-- For the sweep and the eviction.
create index gatehouse_clients_unconsented on gatehouse_clients (registered_at)
  where consented_at is null and revoked_at is null;

create table gatehouse_codes (
  code_hash bytea not null primary key,
  client_id text not null,
  user_id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  scopes text not null,
  resource text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  grant_context bytea,
  spent_at bigint,
  lineage_id text
);

create index gatehouse_codes_expiry on gatehouse_codes (expires_at);

create table gatehouse_lineages (
  lineage_id text not null primary key,
  client_id text,
  user_id text,
  scopes text,
  resource text,
  started_at bigint,
  refreshed_at bigint,
  expires_at bigint not null,
  revoked_at bigint
);

create index gatehouse_lineages_expiry on gatehouse_lineages (expires_at);

-- Whether a client holds live tokens.
create index gatehouse_lineages_client on gatehouse_lineages (client_id);

-- The apps connected to a user's account.
create index gatehouse_lineages_user on gatehouse_lineages (user_id);

create table gatehouse_refresh_tokens (
  token_hash bytea not null primary key,
  lineage_id text not null,
  client_id text not null,
  user_id text not null,
  scopes text not null,
  resource text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  lineage_started_at bigint not null,
  grant_context bytea,
  spent_at bigint
);

create index gatehouse_refresh_tokens_expiry on gatehouse_refresh_tokens (expires_at);

create table gatehouse_access_tokens (
  token_hash bytea not null primary key,
  lineage_id text not null,
  client_id text not null,
  user_id text not null,
  scopes text not null,
  resource text not null,
  expires_at bigint not null,
  grant_context bytea
);

create index gatehouse_access_tokens_expiry on gatehouse_access_tokens (expires_at);

-- Whether a client holds live tokens.
create index gatehouse_access_tokens_client on gatehouse_access_tokens (client_id, expires_at);
