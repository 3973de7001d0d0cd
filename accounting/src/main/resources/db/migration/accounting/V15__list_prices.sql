-- What the price list says, of which the price may be a discount. Null: rates of before there were list
-- prices; what is charged is what the list says.
alter table accounting.rate add column list_price_micros bigint check (list_price_micros >= 0);

alter table accounting.usage_key add column list_price_micros bigint;
update accounting.usage_key set list_price_micros = price_micros;
alter table accounting.usage_key drop constraint usage_key_once;
alter table accounting.usage_key add constraint usage_key_once unique nulls not distinct
  (project, pool, model, usage_class, meter, billed, price_micros, list_price_micros);
