-- A cluster may be drained or tainted as a whole, and is known not to be reached for a while.

alter table cluster
  add column schedulable boolean not null default true,
  add column taints      jsonb   not null default '[]',
  -- Observed by the leader; observations raise the generation, not the version.
  add column reachable   boolean not null default true;
