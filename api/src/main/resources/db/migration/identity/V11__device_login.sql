-- Command lines that wait for a person to let them in (RFC 8628). Of the code that the command
-- line comes back with, only the SHA-256 is kept; the token is made when it is taken.
create table device_login (
  device_hash  bytea primary key,
  user_code    text not null unique,
  machine      text not null,
  source_ip    text not null,
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  polled_at    timestamptz,
  login        text references account (login) on delete cascade,
  allowed      boolean
);
create index device_login_by_end on device_login (expires_at);
