import { Anchor, Text } from '@mantine/core';
import type { Marketplace } from '../../../api/marketplaces.ts';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { useListing } from './use-listing.ts';

/** When a marketplace listed the offers that the mappings are compared with. */
export function ListingAge({ marketplace }: { readonly marketplace: Marketplace }) {
  const { sourceName, testPurchaseUrl } = marketplace;
  const { data, isReading, checkAgain } = useListing(marketplace);
  if (!data) return null;
  const { checkedAt, failure, offers } = data;
  return (
    <Text size="xs" c="dimmed" role="status">
      {failure !== null && offers.length === 0 ? (
        `${sourceName} did not respond: ${failure}`
      ) : (
        <>
          Compared with the offers that {sourceName} listed <Moment at={checkedAt} />.
          {failure !== null && ` The latest request failed: ${failure}`}
        </>
      )}{' '}
      {isReading ? (
        'Checking…'
      ) : (
        <Anchor component="button" type="button" size="xs" underline="always" onClick={checkAgain}>
          Check again
        </Anchor>
      )}
      {testPurchaseUrl === null && (
        <>
          {' '}
          A private purchase of your own shows whether the ids are right: <DocsLink topic="testPurchase" />
        </>
      )}
    </Text>
  );
}
