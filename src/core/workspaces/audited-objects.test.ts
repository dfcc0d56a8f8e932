import { describe, expect, it } from 'vitest';
import { type AuditedChange, recordedName, relatedObjects } from './audit.ts';

const id = '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8';
const other = '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1';
const change = (
  kind: AuditedChange['subject']['kind'],
  subjectId: string,
  before: object | null,
  after: object | null,
): AuditedChange => ({ action: 'product.changed', subject: { kind, id: subjectId }, before, after });

describe('related objects', () => {
  it.each([
    ['the product of a plan', change('Plan', 'forum/basic', { name: 'Basic' }, null), ['Product forum']],
    ['the product of an edition', change('Edition', 'forum/one', null, { rank: 1 }), ['Product forum']],
    ['the client of a key', change('ApiKey', 'k', null, { apiClientId: id }), [`ApiClient ${id}`]],
    [
      'the customer and both plans of a moved subscription',
      change('Subscription', id, { tenantId: id, planId: id }, { tenantId: id, planId: other }),
      [`Customer ${id}`, `Plan ${other}`, `Plan ${id}`],
    ],
    [
      'the subscription of a usage report',
      change('UsageReport', other, { subscriptionId: id }, { subscriptionId: id }),
      [`Subscription ${id}`],
    ],
    ['none for the tenant in which a member signs in', change('Member', id, null, { tenantId: other }), []],
    [
      'none for the publisher of a connection',
      change('MarketplaceConnection', id, null, { tenantId: id }),
      [],
    ],
    [
      'none for the plan of a marketplace',
      change('Plan', 'forum/basic', null, { planId: other }),
      ['Product forum'],
    ],
    ['none for an id that is no id', change('Subscription', id, null, { planId: 'basic' }), []],
    ['none for an inherited member', change('Workspace', id, null, Object.create({ product: 'x' })), []],
    ['none without facts', change('Customer', id, null, null), []],
  ])('%s', (_, entry, expected) => {
    expect(relatedObjects(entry).map(({ kind, id: named }) => `${kind} ${named}`)).toEqual(expected);
  });
});

describe('the recorded name', () => {
  it.each([
    [change('Plan', 'forum/basic', { name: 'Basic' }, { name: 'Basic monthly' }), 'Basic monthly'],
    [change('Plan', 'forum/basic', { name: 'Basic' }, { status: 'Archived' }), 'Basic'],
    [change('Member', id, null, { email: 'ben@partner.example', name: null }), 'ben@partner.example'],
    [change('WebhookEndpoint', id, { description: '', url: 'https://x.example' }, null), 'https://x.example'],
    [change('ServiceAccountKey', 'a1B2', null, { name: 'Nightly import', keyName: 'Runner 1' }), 'Runner 1'],
    [change('ServiceAccountKey', 'a1B2', null, { name: 'Nightly import', keyName: null }), null],
    [change('ServiceAccountKey', 'a1B2', null, { name: 'Nightly import' }), null],
    [change('Subscription', id, null, { sourceName: 'Marketplace' }), null],
    [change('CustomerMember', id, null, null), null],
  ])('of %j is %s', (entry, name) => {
    expect(recordedName(entry)).toBe(name);
  });
});
