import { Anchor, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Section } from '../../../parts/section.tsx';
import { TestPurchase } from '../../../parts/test-purchase.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { planMappingsQuery } from '../mappings/queries.ts';
import { marketplaceKinds } from './kinds.ts';
import type { Connection } from './queries.ts';

/** How to buy a mapped plan to try it: at the emulator by a button, at the real marketplace by a private purchase. */
export function TestPurchases({ connection }: { readonly connection: Connection }) {
  const { testPurchase, testGuide } = marketplaceKinds[connection.kind];
  if (connection.testPurchaseUrl !== null) return <EmulatorPurchases sourceName={connection.sourceName} />;
  return (
    <Section
      title="Test purchase"
      lead={
        <>
          {testPurchase} <DocsLink topic={testGuide} />
        </>
      }
    />
  );
}

function EmulatorPurchases({ sourceName }: Pick<Connection, 'sourceName'>) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const { data } = useQuery(planMappingsQuery(workspaceId, { sort: '-createdAt' }));
  const [chosen, setChosen] = useState<string | null>(null);
  const sold = data?.items.filter((one) => one.sourceName === sourceName && one.planStatus === 'Published');
  const mapping = sold?.find(({ mappingId }) => mappingId === chosen) ?? sold?.[0];
  return (
    <Section
      title="Test purchase"
      lead="The marketplace is the emulator of the demo. It sells every plan that is mapped and published."
    >
      {sold && !mapping && (
        <Text size="sm">
          No published plan is mapped to {sourceName} yet.{' '}
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/$workspace/plan-mappings"
                params={{ workspace }}
                search={{ add: 'mapping' }}
                {...props}
              />
            )}
          >
            Add mapping
          </Anchor>
        </Text>
      )}
      {sold && mapping && (
        <Group align="flex-end" gap="xs">
          <Select
            label="Plan"
            data={sold.map(({ mappingId, productName, planName }) => ({
              value: mappingId,
              label: `${productName}: ${planName}`,
            }))}
            allowDeselect={false}
            value={mapping.mappingId}
            onChange={setChosen}
          />
          <TestPurchase mapping={mapping} />
        </Group>
      )}
    </Section>
  );
}
