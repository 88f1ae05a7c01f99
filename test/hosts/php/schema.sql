create table if not exists clients (
  client_id text primary key,
  record text not null,
  registered_at integer not null,
  consented_at integer,
  revoked_at integer,
  self_registered integer not null
) strict;
create index if not exists clients_registered_at on clients (registered_at);

create table if not exists codes (
  hash text primary key,
  record text not null,
  expires_at integer not null,
  spent_at integer,
  lineage_id text not null default ''
) strict;
create index if not exists codes_expires_at on codes (expires_at);

create table if not exists refresh_tokens (
  hash text primary key,
  lineage_id text not null,
  client_id text not null,
  record text not null,
  expires_at integer not null,
  spent_at integer
) strict;
create index if not exists refresh_tokens_expires_at on refresh_tokens (expires_at);
create index if not exists refresh_tokens_client_id on refresh_tokens (client_id);

-- A lineage may be revoked before any of its tokens is stored. Sweeps leave it alone.
create table if not exists revoked_lineages (
  lineage_id text primary key,
  revoked_at integer not null
) strict;

create table if not exists access_tokens (
  hash text primary key,
  lineage_id text not null,
  client_id text not null,
  user_id text not null,
  expires_at integer not null
) strict;
create index if not exists access_tokens_expires_at on access_tokens (expires_at);
create index if not exists access_tokens_client_id on access_tokens (client_id);
