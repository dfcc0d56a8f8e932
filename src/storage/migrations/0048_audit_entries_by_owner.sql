-- no-transaction
-- Lists the entries of a product, a customer, a subscription or an API client with those of what belongs to it. Computed from
-- the entry, so that older entries have an owner, too.
create index concurrently if not exists audit_entries_by_owner on audit_entries (workspace_id, (case
  when subject_kind in ('Product', 'Edition', 'Plan') then 'Product:' || split_part(subject_id, '/', 1)
  when subject_kind = 'IdpConnection' then 'Product:' || coalesce(after ->> 'product', before ->> 'product')
  when subject_kind in ('ApiKey', 'ApplicationCredential')
    then 'ApiClient:' || coalesce(after ->> 'apiClientId', before ->> 'apiClientId')
  when subject_kind = 'UsageReport'
    then 'Subscription:' || coalesce(after ->> 'subscriptionId', before ->> 'subscriptionId')
  when subject_kind = 'CustomerMember' or action = 'customer.exported'
    then 'Customer:' || coalesce(after ->> 'tenantId', before ->> 'tenantId')
  else subject_kind || ':' || subject_id
end), entry_id);
