import { Anchor, type AnchorProps, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Notice } from './notices.ts';

type Place = 'usage' | 'webhooks' | 'settings' | 'products' | 'subscriptions';

/** The page on which each kind of notice is fixed. */
const places: Readonly<Partial<Record<Notice['kind'], Place>>> = {
  UsageRejected: 'usage',
  UsageExpired: 'usage',
  UsageQuantityMismatch: 'usage',
  UsageExpiring: 'usage',
  UsageDrift: 'usage',
  WebhookEndpointDisabled: 'webhooks',
  MarketplaceCallNotApplied: 'subscriptions',
  MarketplaceRepaired: 'subscriptions',
  MarketplaceNotRepaired: 'products',
  MarketplaceSecretEnding: 'settings',
  SeatsExceedQuantity: 'subscriptions',
  PurchaseNotActivated: 'products',
};

const words: Readonly<Record<Place, string>> = {
  usage: 'Open usage',
  webhooks: 'Open webhooks',
  settings: 'Open settings',
  products: 'Open products',
  subscriptions: 'Open subscription',
};

const textOf = (fact: string | number | undefined) => (typeof fact === 'string' && fact ? fact : undefined);

/** Links to the page with the fix and to the subscription. */
export function WhereMended({ notice: { kind, facts } }: { readonly notice: Notice }) {
  const { slug: workspace } = useWorkspace();
  const place = places[kind];
  const subscriptionId = textOf(facts.subscriptionId);
  const marketplaceSubscriptionId = textOf(facts.marketplaceSubscriptionId);
  const params = { workspace };
  return (
    <Group gap="md">
      {place && place !== 'subscriptions' && (
        <Anchor
          {...small}
          renderRoot={(props) => <Link to={`/$workspace/${place}`} params={params} {...props} />}
        >
          {words[place]}
        </Anchor>
      )}
      {subscriptionId ? (
        <Anchor
          {...small}
          renderRoot={(props) => (
            <Link
              to="/$workspace/subscriptions/$subscriptionId"
              params={{ workspace, subscriptionId }}
              {...props}
            />
          )}
        >
          {words.subscriptions}
        </Anchor>
      ) : (
        marketplaceSubscriptionId && (
          <Anchor
            {...small}
            renderRoot={(props) => (
              <Link
                to="/$workspace/subscriptions"
                params={params}
                search={{ marketplaceSubscriptionId }}
                {...props}
              />
            )}
          >
            {words.subscriptions}
          </Anchor>
        )
      )}
    </Group>
  );
}

const small = { size: 'sm' } satisfies AnchorProps;
