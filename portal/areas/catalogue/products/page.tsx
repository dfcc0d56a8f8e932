import { Anchor, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { typeLabels } from '../../../parts/catalogue-words.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { UsageDays } from '../../../parts/usage-days/usage-days.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { Editions } from '../editions/editions.tsx';
import { Meters } from '../meters/meters.tsx';
import { PlanMatrix } from '../plans/matrix.tsx';
import { type Product, productQuery, publicationTones } from '../queries.ts';
import { ProductHistory } from '../versions/history.tsx';
import { ProductActions } from './actions.tsx';
import { CustomersPages } from './customers-pages.tsx';
import { Logo } from './logo.tsx';

const back = <BackLink to="/$workspace/products">Products</BackLink>;

/** One product: its plan matrix, meters, editions and history. */
export function ProductPage() {
  const { workspaceId } = useWorkspace();
  const { product: slug = '' } = useParams({ strict: false });
  const query = useQuery(productQuery(workspaceId, slug));
  if (query.isSuccess) return <TheProduct key={slug} product={query.data} />;
  return (
    <>
      <PageHeader title="Product" above={back} />
      {query.isError ? (
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Stack gap="sm" role="status" aria-label="Loading product">
          <Skeleton height={72} />
          <Skeleton height={280} />
        </Stack>
      )}
    </>
  );
}

function TheProduct({ product }: { readonly product: Tagged<Product> }) {
  const mayChange = usePermission('change:catalogue');
  const asked = useSearch({ strict: false }) as { plan?: string };
  const [plan, setPlan] = useState(asked.plan);
  const showHistory = (of: string) => {
    setPlan(of);
    document.getElementById('history')?.scrollIntoView();
  };
  const { name, status, types, categories, slug, productId, createdAt } = product.value;
  const { applicationUrl, supportContact, accentColour } = product.value;
  return (
    <>
      <PageHeader title={name} above={back} actions={mayChange && <ProductActions product={product} />} />
      <Facts
        facts={{
          Status: <StatusBadge tone={publicationTones[status]}>{status}</StatusBadge>,
          Types: types.map((type) => typeLabels[type]).join(', '),
          Categories: categories.map((category) => category.name).join(', ') || 'None',
          Application: applicationUrl ? (
            <Anchor size="sm" href={applicationUrl} target="_blank" rel="noreferrer">
              {applicationUrl.replace('https://', '')}
            </Anchor>
          ) : (
            'Not set'
          ),
          'Support contact': supportContact ?? 'Not set',
          'Accent colour': accentColour ?? 'Not set',
          Created: <Moment at={createdAt} />,
          Slug: <CopyableId id={slug} of="product" isFull />,
          Id: <CopyableId id={productId} of="product" />,
        }}
      />
      <PlanMatrix product={product} mayChange={mayChange} onHistory={showHistory} />
      <Meters product={product.value} mayChange={mayChange} />
      <Editions product={product} mayChange={mayChange} />
      <UsageDays
        of={{ product: slug }}
        empty="No usage in this range. Applications report it for plans with a metered dimension."
      />
      <CustomersPages product={product.value} />
      <Logo product={product.value} mayChange={mayChange} />
      <ProductHistory product={product} plan={plan} onPlan={setPlan} mayChange={mayChange} />
    </>
  );
}
