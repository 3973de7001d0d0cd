-- Objections to issued statements, and their answers. Both append-only.
create table accounting.dispute (
  id          text primary key,
  statement   bigint not null references accounting.closed_month (number),
  project     text not null,
  reason_code text not null,
  explanation text not null,
  raised_by   text not null,
  raised_at   timestamptz not null
);
call accounting.guard('accounting.dispute');

create table accounting.dispute_answer (
  dispute_id    text primary key references accounting.dispute (id),
  accepted      boolean not null,
  answer        text not null,
  adjustment_id text references accounting.adjustment (id),
  answered_by   text not null,
  answered_at   timestamptz not null
);
call accounting.guard('accounting.dispute_answer');
