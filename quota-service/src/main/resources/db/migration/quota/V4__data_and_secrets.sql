-- What jobs of a project may use beside GPUs, by reference: data that lies elsewhere, and secrets
-- of the clusters, of which only names are known. The path is project/name.

create table data_source (
  path      text    primary key check (path = project || '/' || name),
  project   text    not null references project (name) deferrable initially deferred,
  name      text    not null,
  kind      text    not null check (kind in ('CLAIM', 'NFS', 'FOLDER', 'OBJECT_STORE')),
  place     text    not null,
  secret    text    not null,
  read_only boolean not null,
  version   bigint  not null
);

create table secret_reference (
  path        text   primary key check (path = project || '/' || name),
  project     text   not null references project (name) deferrable initially deferred,
  name        text   not null,
  secret_keys text[] not null,
  version     bigint not null
);
