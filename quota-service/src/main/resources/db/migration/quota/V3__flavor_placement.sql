-- How the nodes of a flavor are filled; null = as the scheduling policy says.
alter table flavor add column placement text
  check (placement in ('PACK', 'SPREAD', 'LEAST_FRAGMENTATION'));
