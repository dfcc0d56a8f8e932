import { CopyableId } from '../../../parts/copyable-id.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Section } from '../../../parts/section.tsx';
import { marketplaceKinds } from './kinds.ts';
import type { Connection } from './queries.ts';

/** The addresses that are entered at the marketplace. */
export const addressFacts = ({ kind, webhookUrl, landingPageUrl }: Connection) => ({
  [marketplaceKinds[kind].webhook]: <CopyableId id={webhookUrl} of="webhook" isFull />,
  'Landing page': <CopyableId id={landingPageUrl} of="landing page" isFull />,
});

/** The addresses of a connection, for the marketplace and for customers. */
export function Addresses({ connection }: { readonly connection: Connection }) {
  const { addresses, account, guide } = marketplaceKinds[connection.kind];
  return (
    <>
      <Section
        title="For your offers"
        lead={
          <>
            {addresses} {account === 'seller' && <DocsLink topic={guide} />}
          </>
        }
      >
        <Facts facts={addressFacts(connection)} />
      </Section>
      <Section
        title="For your customers"
        lead={
          <>
            Link to it from your application: customers see their subscriptions and usage, and assign seats.{' '}
            <DocsLink topic="customersPage" />
          </>
        }
      >
        <Facts
          facts={{
            'Customer’s page': <CopyableId id={connection.accountUrl} of="customer’s page" isFull />,
          }}
        />
      </Section>
    </>
  );
}
