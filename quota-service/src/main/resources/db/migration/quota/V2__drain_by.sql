-- From this instant on, what runs above the quota is evicted; null = a cut ends nothing.
alter table quota_cell add column drain_by timestamptz;
