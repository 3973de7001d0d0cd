-- A third way to fill nodes.
alter table scheduling_policy drop constraint scheduling_policy_placement_check;
alter table scheduling_policy add constraint scheduling_policy_placement_check
  check (placement in ('PACK', 'SPREAD', 'LEAST_FRAGMENTATION'));
