-- What a pipeline proved of itself stays with each token that was given for it, so that a renewal is measured by its rule as
-- that is now. Of tokens from before, only the rule's own words are known: these were true of them.
alter table exchanged_token
  add issuer   text,
  add audience jsonb,
  add claims   jsonb,
  add since    timestamptz;

update exchanged_token it
set issuer = rule.issuer, audience = jsonb_build_array(rule.audience), claims = rule.claims,
    since = it.until - make_interval(hours => rule.max_hours)
from trust_rule rule
where rule.name = it.rule;

delete from exchanged_token where issuer is null;

alter table exchanged_token
  alter issuer   set not null,
  alter audience set not null,
  alter claims   set not null,
  alter since    set not null,
  drop until;
