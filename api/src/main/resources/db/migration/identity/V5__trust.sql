-- Which tokens of other issuers may act here, as whom, and for what.
create table trust_rule (
  name       text primary key,
  issuer     text not null,
  audience   text not null,
  claims     jsonb not null,
  project    text not null,
  login      text not null references account (login) on delete cascade,
  scopes     text not null,
  max_hours  integer not null,
  version    bigint not null default 1
);
create index trust_rule_by_issuer on trust_rule (issuer, name);

-- Each foreign token is taken once.
create table taken_assertion (
  hash       bytea primary key,
  expires_at timestamptz not null
);
create index taken_assertion_by_age on taken_assertion (expires_at);

-- Tokens of ours that were given for foreign ones, and how long they may be renewed.
create table exchanged_token (
  token_id text primary key references token (id) on delete cascade,
  rule     text not null,
  until    timestamptz not null
);
