-- Runs of a job that the platform failed: they alone count against its attempts.
alter table job add column failures integer not null default 0 check (failures >= 0);
update job j set failures = (select count(*) from run r
  where r.job_id = j.id and r.outcome = 'NODE_FAILED' and r.stop_reason = '');
