import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount, formatNumber, formatPercent } from '../../parts/format/format-number.ts';
import { useWorkspace } from '../../session/workspace.ts';
import type { ReportState } from '../usage/states.ts';
import styles from './figures.module.css';
import type { Overview } from './queries.ts';

/** The key figures. */
export function Figures({ overview }: { readonly overview: Overview }) {
  const { subscriptions, usage, webhooks, apiClients } = overview;
  const { slug: workspace } = useWorkspace();
  const params = { workspace };
  const calls = apiClients.reduce((sum, client) => sum + client.calls, 0);
  const refused = apiClients.reduce((sum, client) => sum + client.refused, 0);
  const tried = webhooks.delivered + webhooks.failed + webhooks.failing;
  return (
    <section className={styles.figures} aria-label="Figures">
      <Figure
        name="Active subscriptions"
        value={formatNumber(subscriptions.now.Active)}
        link={(props) => (
          <Link to="/$workspace/subscriptions" params={params} search={{ status: 'Active' }} {...props} />
        )}
      >
        {formatNumber(subscriptions.now.Pending)} pending, {formatNumber(subscriptions.now.Suspended)}{' '}
        suspended
      </Figure>
      <Figure
        name="Usage sent and accepted today"
        value={formatNumber(usage.acceptedToday)}
        link={(props) => <Link to="/$workspace/usage" params={params} {...props} />}
      >
        <UsageLink state="held">{formatNumber(usage.held)} held</UsageLink>,{' '}
        <UsageLink state="due">{formatNumber(usage.due + usage.claimed)} due</UsageLink>,{' '}
        <UsageLink state="failing" isBad={usage.failing > 0}>
          {formatNumber(usage.failing)} failing
        </UsageLink>
        ,{' '}
        <UsageLink state="rejected" isBad={usage.lostToday > 0}>
          {formatNumber(usage.lostToday)} lost
        </UsageLink>
      </Figure>
      <Figure
        name="Webhook success, 24 hours"
        value={webhooks.successRate === null ? '–' : formatPercent(webhooks.successRate)}
        link={(props) => <Link to="/$workspace/webhooks/deliveries" params={params} {...props} />}
      >
        {tried === 0 && webhooks.waiting === 0
          ? 'No events'
          : `${formatNumber(webhooks.delivered)} of ${formatCount(tried, 'delivery', 'deliveries')}, ${formatNumber(webhooks.failing)} failing, ${formatNumber(webhooks.waiting)} waiting`}
      </Figure>
      <Figure
        name="API calls, 24 hours"
        value={formatNumber(calls)}
        link={(props) => <Link to="/$workspace/api-clients" params={params} {...props} />}
      >
        {formatNumber(refused)} refused, by {formatCount(apiClients.length, 'client')}
      </Figure>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly link: (props: Record<string, unknown>) => ReactNode;
  readonly children: ReactNode;
}

function Figure({ name, value, link, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <Anchor size="sm" renderRoot={link}>
        {name}
      </Anchor>
      <strong className={styles.value}>{value}</strong>
      <span className={styles.detail}>{children}</span>
    </div>
  );
}

interface UsageLinkProps {
  readonly state: ReportState | 'failing';
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function UsageLink({ state, isBad = false, children }: UsageLinkProps) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor
      size="xs"
      c={isBad ? 'var(--portal-bad)' : undefined}
      renderRoot={(props) => (
        <Link to="/$workspace/usage" params={{ workspace }} search={{ state }} {...props} />
      )}
    >
      {children}
    </Anchor>
  );
}
