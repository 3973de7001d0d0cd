-- The hash of a closed month is over who closed it and when, too, and over its bounds. Those that were closed before are
-- hashed without.
alter table accounting.closed_month add column sealed boolean not null default false;
