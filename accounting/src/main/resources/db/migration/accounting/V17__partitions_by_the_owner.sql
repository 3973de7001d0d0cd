-- Who books may not own the tables: partitions are made in the owner's name.
alter procedure accounting.add_month(date) security definer set search_path = pg_catalog, pg_temp;
