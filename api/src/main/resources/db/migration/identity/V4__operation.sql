-- Work that takes longer than a request may.
create table operation (
  id         text primary key,
  kind       text not null,
  login      text not null,
  state      text not null,
  done       bigint not null,
  total      bigint not null,
  message    text not null,
  result     jsonb,
  created_at timestamptz not null,
  alive_at   timestamptz not null,
  ended_at   timestamptz
);
create index operation_by_login on operation (login, id desc);
create index operation_running on operation (alive_at) where state = 'RUNNING';
