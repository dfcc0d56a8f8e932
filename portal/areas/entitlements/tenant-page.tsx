import { Anchor, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { BackLink } from '../../parts/links/back-link.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { Moment } from '../../parts/moment.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { UsageDays } from '../../parts/usage-days/usage-days.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { useProductChoices } from '../subscriptions/catalogue-choices.ts';
import { CustomerProfile } from '../subscriptions/customers/profile.tsx';
import { type Tenant, tenantQuery } from '../subscriptions/customers/queries.ts';
import { TenantData } from '../subscriptions/customers/tenant-data.tsx';
import { TenantMembers } from '../subscriptions/customers/tenant-members.tsx';
import { TenantSubscriptions } from '../subscriptions/customers/tenant-subscriptions.tsx';
import { ViewAsCustomer } from '../subscriptions/customers/view-as-customer.tsx';
import { UsageLimits } from '../subscriptions/limits/usage-limits.tsx';
import { Meters } from '../subscriptions/meters/meters.tsx';
import { HistorySection } from '../workspaces/audit-log/history-section.tsx';
import { CheckEligibility } from './check-eligibility.tsx';
import { Inspector } from './inspector.tsx';
import { LicenceFiles } from './licence-files/licence-files.tsx';
import { UsageFiles } from './licence-files/usage-files.tsx';
import { TenantProducts } from './tenant-products.tsx';

const back = <BackLink to="/$workspace/customers">Customers</BackLink>;

/** One customer: products, entitlement inspector, eligibility check, subscriptions, usage, members. */
export function TenantPage() {
  const { workspaceId } = useWorkspace();
  const { tenantId = '' } = useParams({ strict: false });
  const query = useQuery(tenantQuery(workspaceId, tenantId));
  const { search } = useListAddress<'product' | 'asOf' | 'user'>();
  const [firstProduct] = useProductChoices();
  if (query.isPending) {
    return (
      <>
        <PageHeader title="Customer" above={back} />
        <Skeleton height={220} role="status" aria-label="Loading customer" />
      </>
    );
  }
  if (query.isError) {
    return (
      <>
        <PageHeader title="Customer" above={back} />
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      </>
    );
  }
  const tenant = query.data;
  const product = search.product ?? tenant.products[0]?.product.slug ?? firstProduct?.value;
  return (
    <>
      <PageHeader
        above={back}
        title={tenant.organisation?.name ?? tenantId}
        lead={<TenantIdentity tenant={tenant} />}
        actions={
          <Group gap="xs">
            <ViewAsCustomer tenantId={tenant.tenantId} accounts={tenant.accounts} />
            <TenantData tenant={tenant} />
          </Group>
        }
      />
      <CustomerProfile tenantId={tenant.tenantId} />
      <TenantProducts tenant={tenant} product={product} />
      {product && (
        <>
          {!search.user && <Inspector tenantId={tenantId} product={product} />}
          <CheckEligibility
            key={`${tenantId} ${product} ${search.user}`}
            tenantId={tenantId}
            product={product}
            user={search.user}
          />
          {search.user && <Inspector tenantId={tenantId} product={product} />}
        </>
      )}
      <TenantSubscriptions tenant={tenant} />
      <Meters of={{ tenantId }} empty="No subscription has a metered plan." />
      <UsageLimits tenantId={tenant.tenantId} />
      <UsageDays of={{ tenantId }} />
      <LicenceFiles tenantId={tenant.tenantId} product={product} />
      <UsageFiles tenantId={tenant.tenantId} />
      <TenantMembers tenant={tenant} />
      <HistorySection
        of={{ tenantId: tenant.tenantId }}
        lead="Who changed the customer, its members, subscriptions and usage."
      />
    </>
  );
}

function TenantIdentity({ tenant }: { readonly tenant: Tenant }) {
  const { slug: workspace } = useWorkspace();
  const { tenantId, accounts, createdAt, otherTenants } = tenant;
  return (
    <Group gap="xs" component="span">
      Tenant <CopyableId id={tenantId} of="tenant" isFull />
      {accounts.length > 0 && <span>{accounts.length === 1 ? 'account' : 'accounts'}</span>}
      {accounts.map((account) => (
        <CopyableId key={account} id={account} of="account" isFull />
      ))}
      <span>
        added <Moment at={createdAt} />
      </span>
      {otherTenants.length > 0 && <span>; other tenants of the organisation:</span>}
      {otherTenants.map((other) => (
        <Anchor
          key={other}
          size="sm"
          renderRoot={(props) => (
            <Link to="/$workspace/customers/$tenantId" params={{ workspace, tenantId: other }} {...props} />
          )}
        >
          {other}
        </Anchor>
      ))}
    </Group>
  );
}
