-- The chain over the audit rows follows the order in which transactions can no longer change: by
-- transaction and number, so that no row can appear before one that is sealed.
alter table audit add column xid xid8 not null default pg_current_xact_id();
create index audit_in_chain_order on audit (xid, seq);

drop table audit_seal;
create table audit_seal (
  position bigint primary key,
  seq      bigint not null unique references audit (seq),
  hash     text not null
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();
