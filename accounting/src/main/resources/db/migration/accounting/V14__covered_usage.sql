-- At which price something is reserved, and which usage a commitment covers. Null for other charges, and
-- for those that were settled before.
alter table accounting.month_charge
  add column price_micros bigint,
  add column usage_class text,
  add column meter text;
