-- Sessions of browsers, as Spring Session keeps them, so that a restart signs nobody out.
create table browser_session (
  primary_id            char(36) primary key,
  session_id            char(36) not null unique,
  creation_time         bigint not null,
  last_access_time      bigint not null,
  max_inactive_interval integer not null,
  expiry_time           bigint not null,
  principal_name        varchar(100)
);
create index browser_session_by_end on browser_session (expiry_time);
create index browser_session_by_principal on browser_session (principal_name);

create table browser_session_attributes (
  session_primary_id char(36) not null references browser_session (primary_id) on delete cascade,
  attribute_name     varchar(200) not null,
  attribute_bytes    bytea not null,
  primary key (session_primary_id, attribute_name)
);
