-- Who is told what happens to jobs. Secrets are not stored: they are derived from a key of the
-- server, the salt and the generation. A credential is sealed with another key of the server.
create table webhook (
  name           text primary key,
  scope_kind     text not null,
  scope_name     text not null,
  url            text not null,
  format         text not null,
  repository     text not null default '',
  kinds          text not null default '',
  active         boolean not null,
  salt           text not null,
  generation     integer not null default 1,
  previous_until timestamptz,
  credential     text,
  after_seq      bigint not null,
  version        bigint not null default 1
);

-- What was, or will be, sent. Of one webhook and job the oldest that is pending goes first.
create table webhook_delivery (
  id            text primary key,
  webhook       text not null references webhook (name) on delete cascade,
  job           text,
  seq           bigint not null,
  kind          text not null,
  path          text not null default '',
  body          text not null,
  state         text not null,
  attempts      integer not null default 0,
  created_at    timestamptz not null,
  due_at        timestamptz not null,
  give_up_at    timestamptz not null,
  claimed_until timestamptz,
  last_at       timestamptz,
  last_status   integer,
  last_fault    text not null default ''
);
create index webhook_delivery_in_order on webhook_delivery (webhook, job, seq)
  where state = 'PENDING';
create index webhook_delivery_due on webhook_delivery (due_at) where state = 'PENDING';
create index webhook_delivery_of_hook on webhook_delivery (webhook, id desc);
create index webhook_delivery_by_age on webhook_delivery (created_at);
