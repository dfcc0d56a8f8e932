import { Anchor, type AnchorProps, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Notice } from './notices.ts';

type Target = 'usage' | 'webhooks' | 'settings' | 'products' | 'service-accounts' | 'subscriptions';

/** The page on which each kind of notice is fixed. */
const targets: Readonly<Partial<Record<Notice['kind'], Target>>> = {
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
  ServiceAccountKeyEnding: 'service-accounts',
  SeatsExceedQuantity: 'subscriptions',
  PurchaseNotActivated: 'products',
};

const labels: Readonly<Record<Target, string>> = {
  usage: 'Open usage',
  webhooks: 'Open webhooks',
  settings: 'Open settings',
  products: 'Open products',
  'service-accounts': 'Open service accounts',
  subscriptions: 'Open subscription',
};

const textOf = (fact: string | number | undefined) => (typeof fact === 'string' && fact ? fact : undefined);

/** Links to the page with the fix and to the subscription. */
export function FixLinks({ notice: { kind, facts } }: { readonly notice: Notice }) {
  const { slug: workspace } = useWorkspace();
  const target = targets[kind];
  const subscriptionId = textOf(facts.subscriptionId);
  const marketplaceSubscriptionId = textOf(facts.marketplaceSubscriptionId);
  const params = { workspace };
  return (
    <Group gap="md">
      {target && target !== 'subscriptions' && (
        <Anchor
          {...small}
          renderRoot={(props) => <Link to={`/$workspace/${target}`} params={params} {...props} />}
        >
          {labels[target]}
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
          {labels.subscriptions}
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
            {labels.subscriptions}
          </Anchor>
        )
      )}
    </Group>
  );
}

const small = { size: 'sm' } satisfies AnchorProps;
