import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Product } from '../queries.ts';

/** The addresses of the customer's pages: one for each marketplace, and it shows all products that are sold there. */
export function CustomersPages({ product }: { readonly product: Product }) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(marketplacesQuery(workspaceId));
  if (!data) return null;
  const sources = new Set(
    product.plans.flatMap(({ marketplace }) => marketplace.map(({ sourceName }) => sourceName)),
  );
  const pages = data.filter(({ sourceName }) => sources.has(sourceName));
  return (
    <Section
      title="Customer’s page"
      lead={
        <>
          Link to it from your application: customers see their subscriptions and usage, and assign seats.
          Each marketplace has one page, for all products that are sold there.{' '}
          <DocsLink topic="customersPage" />
        </>
      }
    >
      {pages.length > 0 ? (
        <Facts
          facts={Object.fromEntries(
            pages.map(({ sourceName, accountUrl }) => [
              sourceName,
              <CopyableId key={sourceName} id={accountUrl} of={`customer’s page of ${sourceName}`} isFull />,
            ]),
          )}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Map a plan to an offer of a connected marketplace first.
        </Text>
      )}
    </Section>
  );
}
