import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { Section } from '../../parts/section.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { tenantHistoryQuery } from '../subscriptions/customers/queries.ts';
import { HowItCame } from './explanation.tsx';
import styles from './inspector.module.css';
import { entitlementQuery } from './queries.ts';
import { TimeLine } from './time-line.tsx';

interface InspectorProps {
  readonly tenantId: string;
  readonly product: string;
}

/** The entitlement at a point in time, with its explanation. */
export function Inspector({ tenantId, product }: InspectorProps) {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<'product' | 'asOf'>();
  const { asOf } = search;
  const history = useQuery(tenantHistoryQuery(workspaceId, tenantId, product));
  const inspected = useQuery(entitlementQuery(workspaceId, { tenantId, product, asOf }));
  return (
    <Section title="Entitlement" lead="The API response for this tenant and product.">
      <Stack gap="md">
        <TimeLine
          product={product}
          steps={history.data?.items ?? []}
          asOf={asOf}
          onChange={(moment) => filter({ asOf: moment })}
        />
        {inspected.isPending && <Skeleton height={240} role="status" aria-label="Loading entitlement" />}
        {inspected.isError && <ErrorNotice error={inspected.error} onRetry={() => inspected.refetch()} />}
        {inspected.data && (
          <div className={styles.columns} aria-busy={inspected.isPlaceholderData}>
            <div>
              <Title order={3} size="h6" mb="xs">
                Explanation
              </Title>
              <HowItCame {...inspected.data} />
            </div>
            <div>
              <Title order={3} size="h6" mb="xs">
                {' '}
                API response
              </Title>
              <Text size="xs" c="dimmed" mb={6} className={styles.question}>
                GET /api/v1/entitlements/{tenantId}?product={product}
                {asOf && `&asOf=${asOf}`}
              </Text>
              <Snippet of="API response" text={JSON.stringify(inspected.data.answer, null, 2)} />
            </div>
          </div>
        )}
      </Stack>
    </Section>
  );
}
