-- The version in force when a draft was made: if another is in force by now, it cannot be approved.
alter table accounting.rate_card_version add column base_version int not null default 0;

-- A draft may be in a currency that is not in force yet.
alter table accounting.rate_card_version add column currency text not null default '';
update accounting.rate_card_version v set currency = c.currency
  from accounting.rate_card c where c.name = v.card;
