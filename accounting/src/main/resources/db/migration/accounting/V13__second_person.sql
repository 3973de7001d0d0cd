-- Commitments, their earlier ends and charge policies count once a second person has agreed. Append-only.
create table accounting.commitment_decision (
  commitment_id text primary key references accounting.commitment (id),
  approved      boolean not null,
  decided_by    text not null,
  at            timestamptz not null
);
call accounting.guard('accounting.commitment_decision');

-- An end that was rejected may be proposed anew.
alter table accounting.commitment_end drop constraint commitment_end_pkey;
alter table accounting.commitment_end
  add column id bigint generated always as identity primary key;

create table accounting.commitment_end_decision (
  end_id     bigint primary key references accounting.commitment_end (id),
  approved   boolean not null,
  decided_by text not null,
  at         timestamptz not null
);
call accounting.guard('accounting.commitment_end_decision');

create table accounting.charge_policy_decision (
  policy_id  bigint primary key references accounting.charge_policy (id),
  approved   boolean not null,
  decided_by text not null,
  at         timestamptz not null
);
call accounting.guard('accounting.charge_policy_decision');

-- What was set before a second person was asked goes on to count; nobody is named as having decided.
insert into accounting.commitment_decision
  select id, true, '', at from accounting.commitment order by id;
insert into accounting.commitment_end_decision
  select id, true, '', at from accounting.commitment_end order by id;
insert into accounting.charge_policy_decision
  select id, true, '', at from accounting.charge_policy order by id;
