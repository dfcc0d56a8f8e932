import { Anchor, type AnchorProps, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Notice } from './notices.ts';

type Place = 'usage' | 'webhooks' | 'settings' | 'products' | 'subscriptions';

/** Where each kind of notice is mended. */
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
  usage: 'To the usage',
  webhooks: 'To the webhooks',
  settings: 'To the settings',
  products: 'To the products',
  subscriptions: 'To the subscription',
};

const textOf = (fact: string | number | undefined) => (typeof fact === 'string' && fact ? fact : undefined);

/** The way to the place where it is mended, and to the subscription that it is about. */
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
