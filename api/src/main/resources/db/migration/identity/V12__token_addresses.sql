-- From where a token may be used: networks separated by blanks; empty: from everywhere.
alter table identity.token add column addresses text not null default '';
