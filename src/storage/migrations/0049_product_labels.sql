-- Names, descriptions and units of capabilities and limits, for display. Null: none.
alter table products add column labels jsonb;
