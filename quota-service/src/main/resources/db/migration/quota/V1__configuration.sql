-- Who there is and who may use how much of what. Writers lock the one row of config_generation
-- first, so generations are committed in their order. References are checked at commit, so that
-- a change of many rows needs no order.

create table config_generation (
  singleton       boolean primary key default true check (singleton),
  generation bigint  not null check (generation >= 0)
);
insert into config_generation (generation) values (1);

create table organisation (
  singleton         boolean primary key default true check (singleton),
  display_name text    not null,
  time_zone    text    not null,
  version      bigint  not null
);
insert into organisation (display_name, time_zone, version) values ('My organisation', 'UTC', 1);

create table department (
  name         text   primary key,
  display_name text   not null,
  cost_center  text,
  time_zone    text,
  version      bigint not null
);

create table team (
  name         text   primary key,
  display_name text   not null,
  department   text   not null references department (name) deferrable initially deferred,
  version      bigint not null
);

create table topology (
  name    text   primary key,
  levels  text[] not null,
  version bigint not null
);

create table flavor (
  name      text   primary key,
  gpu_model text   not null,
  topology  text   references topology (name) deferrable initially deferred,
  version   bigint not null
);

create table flavor_label (
  flavor text not null references flavor (name) deferrable initially deferred,
  key    text not null,
  value  text not null,
  primary key (flavor, key)
);

create table flavor_taint (
  flavor   text    not null references flavor (name) deferrable initially deferred,
  position integer not null,
  key      text    not null,
  value    text    not null,
  effect   text    not null,
  primary key (flavor, position)
);

create table flavor_toleration (
  flavor   text    not null references flavor (name) deferrable initially deferred,
  position integer not null,
  key      text    not null,
  operator text    not null,
  value    text    not null,
  effect   text    not null,
  primary key (flavor, position)
);

create table priority_class (
  name    text    primary key,
  value   integer not null,
  version bigint  not null
);
insert into priority_class (name, value, version)
values ('low', -100, 1), ('normal', 0, 1), ('high', 100, 1), ('urgent', 1000, 1);

create table cohort (
  name              text   primary key,
  parent            text   references cohort (name) deferrable initially deferred,
  fair_weight_milli bigint not null check (fair_weight_milli >= 0),
  version           bigint not null
);

create table project (
  name                  text    primary key,
  display_name          text    not null,
  team                  text    not null references team (name) deferrable initially deferred,
  cohort                text    references cohort (name) deferrable initially deferred,
  fair_weight_milli     bigint  not null check (fair_weight_milli >= 0),
  queueing_strategy     text    not null,
  stop_policy           text    not null,
  within_project        text    not null,
  reclaim_within_cohort text    not null,
  borrow_within_cohort  text    not null,
  borrow_max_priority   integer,
  when_can_borrow       text    not null,
  when_can_preempt      text    not null,
  flavor_preference     text    not null,
  version               bigint  not null
);

create table project_resource_group (
  project   text    not null references project (name) deferrable initially deferred,
  position  integer not null,
  resources text[]  not null,
  flavors   text[]  not null,
  primary key (project, position)
);

-- One per project and cohort, made and removed with it; its version is that of its cells.
create table quota_set (
  owner_kind text   not null check (owner_kind in ('PROJECT', 'COHORT')),
  owner      text   not null,
  version    bigint not null,
  project    text generated always as (case when owner_kind = 'PROJECT' then owner end) stored
             references project (name) deferrable initially deferred,
  cohort     text generated always as (case when owner_kind = 'COHORT' then owner end) stored
             references cohort (name) deferrable initially deferred,
  primary key (owner_kind, owner)
);

create table quota_cell (
  owner_kind      text   not null,
  owner           text   not null,
  flavor          text   not null references flavor (name) deferrable initially deferred,
  resource        text   not null,
  nominal         bigint not null check (nominal >= 0),
  borrowing_limit bigint check (borrowing_limit >= 0),
  lending_limit   bigint check (lending_limit >= 0),
  primary key (owner_kind, owner, flavor, resource),
  foreign key (owner_kind, owner) references quota_set (owner_kind, owner)
    deferrable initially deferred
);
