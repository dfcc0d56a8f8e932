import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { formatCount, formatNumber } from '../../parts/format/format-number.ts';
import { Icon } from '../../parts/icon.tsx';
import { useStill } from '../../parts/list/use-still.ts';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import styles from './attention-list.module.css';
import type { Attention } from './queries.ts';

type Item = Attention['items'][number];

interface Kind {
  readonly tone: Tone;
  readonly title: (total: number) => string;
  /** The word before the time of an item. */
  readonly when: string;
  readonly nameOf: (item: Item) => string;
}

const kinds: Readonly<Record<Attention['kind'], Kind>> = {
  Notice: {
    tone: 'attention',
    title: (total) => `${formatCount(total, 'notice')} in the inbox`,
    when: '',
    nameOf: ({ label }) => labelOf(label),
  },
  PurchasePending: {
    tone: 'bad',
    title: (total) => `${formatCount(total, 'purchase')} not activated`,
    when: 'bought',
    nameOf: ({ label, id }) => (label === id ? 'Unknown buyer' : label),
  },
  ApiKeyEnding: {
    tone: 'attention',
    title: (total) => `${formatCount(total, 'API key')} about to expire`,
    when: 'ends',
    nameOf: ({ label, id }) => `${label}, key ${id}`,
  },
  MarketplaceCredentialEnding: {
    tone: 'bad',
    title: (total) => `${formatCount(total, 'credential')} of the marketplace about to expire`,
    when: 'ends',
    nameOf: ({ label }) => label,
  },
  MarketplaceConnectionFailing: {
    tone: 'bad',
    title: (total) => `${formatCount(total, 'marketplace connection')} failing`,
    when: 'first failed',
    nameOf: ({ label }) => label,
  },
  UsageExpiring: {
    tone: 'bad',
    title: (total) => `${formatCount(total, 'usage report')} about to expire`,
    when: 'expires',
    nameOf: ({ label }) => label,
  },
  WebhookEndpointDisabled: {
    tone: 'bad',
    title: (total) => `${formatCount(total, 'webhook endpoint')} disabled`,
    when: '',
    nameOf: ({ label }) => label,
  },
  WebhookEndpointFailing: {
    tone: 'attention',
    title: (total) => `${formatCount(total, 'webhook endpoint')} failing`,
    when: 'first failed',
    nameOf: ({ label }) => label,
  },
};

const shownOfEach = 3;

/** The items that need attention, each with a link to its fix. */
export function AttentionList({ attention }: { readonly attention: readonly Attention[] }) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useStill(attention, element);
  return (
    <div ref={element}>
      <Kinds attention={shown} />
    </div>
  );
}

function Kinds({ attention }: { readonly attention: readonly Attention[] }) {
  if (attention.length === 0) {
    return (
      <p className={styles.calm}>
        <Icon name="check" size={16} /> Nothing needs attention: no notices, no stuck purchases, nothing
        failing or about to expire.
      </p>
    );
  }
  return (
    <Section title="Needs attention">
      <ul className={styles.kinds}>
        {attention.map(({ kind, total, items }) => {
          const { tone, title, when, nameOf } = kinds[kind];
          return (
            <li key={kind}>
              <StatusBadge tone={tone}>{title(total)}</StatusBadge>
              <ul className={styles.items}>
                {items.slice(0, shownOfEach).map((item) => (
                  <li key={item.id}>
                    <FixLink kind={kind} item={item}>
                      {nameOf(item)}
                    </FixLink>{' '}
                    <Text span size="sm" c="dimmed">
                      {when} <Moment at={item.at} />
                    </Text>
                  </li>
                ))}
                {total > shownOfEach && (
                  <li>
                    <More kind={kind} count={total - shownOfEach} />
                  </li>
                )}
              </ul>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

const lists = {
  Notice: '/$workspace/inbox',
  PurchasePending: '/$workspace/purchases',
  ApiKeyEnding: '/$workspace/api-clients',
  MarketplaceCredentialEnding: '/$workspace/settings/marketplace',
  MarketplaceConnectionFailing: '/$workspace/settings/marketplace',
  UsageExpiring: '/$workspace/usage',
  WebhookEndpointDisabled: '/$workspace/webhooks',
  WebhookEndpointFailing: '/$workspace/webhooks',
} as const satisfies Record<Attention['kind'], string>;

function More({ kind, count }: { readonly kind: Attention['kind']; readonly count: number }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to={lists[kind]} params={{ workspace }} {...props} />}>
      and {formatNumber(count)} more
    </Anchor>
  );
}

function FixLink({
  kind,
  item: { id, parentId },
  children,
}: {
  readonly kind: Attention['kind'];
  readonly item: Item;
  readonly children: ReactNode;
}) {
  const { slug: workspace } = useWorkspace();
  const params = { workspace };
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => {
        switch (kind) {
          case 'Notice':
            return <Link to="/$workspace/inbox" params={params} {...props} />;
          case 'PurchasePending':
            // Without a subscription the id is the marketplace's.
            return parentId === null ? (
              <Link
                to="/$workspace/purchases/$marketplaceSubscriptionId"
                params={{ workspace, marketplaceSubscriptionId: id }}
                {...props}
              />
            ) : (
              <Link
                to="/$workspace/subscriptions/$subscriptionId"
                params={{ workspace, subscriptionId: id }}
                {...props}
              />
            );
          case 'ApiKeyEnding':
            return parentId === null ? (
              <Link to="/$workspace/api-clients" params={params} {...props} />
            ) : (
              <Link
                to="/$workspace/api-clients/$apiClientId"
                params={{ workspace, apiClientId: parentId }}
                {...props}
              />
            );
          case 'MarketplaceCredentialEnding':
          case 'MarketplaceConnectionFailing':
            return (
              <Link
                to="/$workspace/settings/marketplace/$connectionId"
                params={{ workspace, connectionId: id }}
                {...props}
              />
            );
          case 'UsageExpiring':
            return (
              <Link
                to="/$workspace/usage"
                params={params}
                search={parentId === null ? {} : { subscriptionId: parentId }}
                {...props}
              />
            );
          case 'WebhookEndpointDisabled':
          case 'WebhookEndpointFailing':
            return (
              <Link
                to="/$workspace/webhooks/endpoints/$endpointId"
                params={{ workspace, endpointId: id }}
                {...props}
              />
            );
        }
      }}
    >
      {children}
    </Anchor>
  );
}

/** `UsageRejected`: `Usage rejected`. */
function labelOf(name: string): string {
  const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
