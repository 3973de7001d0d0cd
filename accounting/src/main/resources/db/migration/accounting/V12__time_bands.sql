-- Hours of the week for which a rate is, such as `MON,TUE,WED,THU,FRI 20:00-06:00 Europe/Berlin`.
alter table accounting.rate add column time_band text not null default '*';
