-- A purchase that the marketplace has not listed yet has no known offer and plan: null instead of an empty text.
alter table marketplace_purchases alter column offer_id drop not null, alter column plan_id drop not null;
update marketplace_purchases set offer_id = nullif(offer_id, ''), plan_id = nullif(plan_id, '')
  where offer_id = '' or plan_id = '';
