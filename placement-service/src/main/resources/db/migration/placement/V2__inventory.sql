-- Hardware and the policy it is used by. Writers lock the one row of inventory_generation first,
-- so generations are committed in their order.

create table inventory_generation (
  singleton       boolean primary key default true check (singleton),
  generation bigint  not null check (generation >= 0)
);
insert into inventory_generation (generation) values (1);

create table cluster (
  name     text   primary key,
  backend  text   not null,
  settings jsonb  not null,
  version  bigint not null check (version >= 1)
);

create table node (
  cluster          text        not null references cluster (name),
  name             text        not null,
  labels           jsonb       not null,
  capacity         jsonb       not null,
  gpu_memory_bytes bigint      not null check (gpu_memory_bytes >= 0),
  gpu_model        text        not null,
  mig              boolean     not null,
  taints           jsonb       not null,
  schedulable      boolean     not null,
  ready            boolean     not null,
  -- When it was last observed; null before that.
  ready_at         timestamptz,
  -- Of what an administrator sets; observations do not raise it.
  version          bigint      not null check (version >= 1),
  -- Of the inventory when anything of the node last changed.
  generation       bigint      not null,
  primary key (cluster, name)
);
create index node_generation on node (generation);

-- Nodes that are gone, so that readers of an older generation learn of it.
create table node_removed (
  cluster    text   not null,
  name       text   not null,
  generation bigint not null,
  primary key (cluster, name)
);
create index node_removed_generation on node_removed (generation);

create table scheduling_policy (
  singleton                     boolean primary key default true check (singleton),
  fair_sharing             boolean not null,
  preemption_strategies    text[]  not null,
  placement                text    not null check (placement in ('PACK', 'SPREAD')),
  heads_per_project        integer not null check (heads_per_project >= 0),
  checkpoint_aware_victims boolean not null,
  version                  bigint  not null check (version >= 1)
);
insert into scheduling_policy
values (true, false, '{LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,LESS_THAN_INITIAL_SHARE}', 'PACK', 0, true, 1);
