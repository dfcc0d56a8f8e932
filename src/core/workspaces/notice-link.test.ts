import { expect, it } from 'vitest';
import { noticeLinks } from './notice.ts';
import { type NoticeKind, noticeKinds } from './notice-texts.ts';

const id = 'f0000000-0000-4000-8000-000000000001';
const report = { subscriptionId: id, dimension: 'rows moved', hour: '2026-11-15T08:00:00.000Z' };
const now = new Date('2026-11-15T12:00:00.000Z');
const rejected = { ...report, reportId: id, mappingId: id, expiresAt: '2026-11-16T08:00:00.000Z' };
const late = { ...rejected, expiresAt: '2026-11-15T11:59:00.000Z' };
const reportPath = `usage?subscriptionId=${id}&dimension=rows+moved&from=2026-11-15T08%3A00%3A00.000Z&until=2026-11-15T09%3A00%3A00.000Z`;

it.each<readonly [NoticeKind, Record<string, string | number>, readonly string[]]>([
  ['UsageRejected', report, [reportPath, `subscriptions/${id}`]],
  [
    'UsageRejected',
    rejected,
    [`${reportPath}&again=${id}`, `plan-mappings?mapping=${id}`, `subscriptions/${id}`],
  ],
  ['UsageRejectedExpiring', late, [reportPath, `plan-mappings?mapping=${id}`, `subscriptions/${id}`]],
  ['UsageExpiring', report, [reportPath, `subscriptions/${id}`]],
  ['UsageRejected', {}, ['usage']],
  [
    'UsageDrift',
    { marketplaceSubscriptionId: 'm 1' },
    ['usage/differences', 'subscriptions?marketplaceSubscriptionId=m+1'],
  ],
  ['WebhookEndpointDisabled', { endpointId: id }, [`webhooks/endpoints/${id}`]],
  ['WebhookEndpointDisabled', {}, ['webhooks']],
  ['WebhookEndpointDisabled', { endpointId: '../settings' }, ['webhooks']],
  ['MarketplaceSecretEnding', { connectionId: id }, [`settings/marketplace/${id}`]],
  ['MarketplaceSecretEnding', {}, ['settings']],
  ['ServiceAccountKeyEnding', { serviceAccountId: id }, [`service-accounts/${id}`]],
  ['SeatsExceedQuantity', { subscriptionId: id }, [`subscriptions/${id}`]],
  ['PurchaseWaiting', { marketplaceSubscriptionId: id }, [`purchases/${id}`]],
  ['PurchaseNotActivated', { marketplaceSubscriptionId: '' }, ['purchases']],
  ['MarketplaceCallNotApplied', {}, []],
  ['OfNewerVersion' as NoticeKind, { subscriptionId: id }, []],
])('%s with %j links to %j', (kind, facts, paths) => {
  expect(noticeLinks({ kind, facts }, now).map(({ path }) => path)).toEqual(paths);
});

it.each(noticeKinds)('%s has a link', (kind) => {
  expect(noticeLinks({ kind, facts: { ...report, marketplaceSubscriptionId: id } }, now)).not.toEqual([]);
});
