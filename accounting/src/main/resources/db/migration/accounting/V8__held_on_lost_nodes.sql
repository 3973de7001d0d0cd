-- What runs still hold on a node that is not available: it counts as held, the rest of the node as down.
alter table accounting.node_capacity add column held_milli_gpus bigint not null default 0;
