import { expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { batchCost, readBatchItems } from './batch-read.ts';

it.each([
  [1, 1],
  [10, 1],
  [11, 2],
  [99, 10],
  [100, 10],
])('a batch of %i items is counted as %i requests', (items, requests) => {
  expect(batchCost(items)).toBe(requests);
});

const tenantId = 'b0000000-0000-4000-8000-00000000000A';
const item = { tenantId, product: 'forum' };
const parsed = { tenantId: tenantId.toLowerCase(), product: 'forum', etag: null };

it.each<[string, unknown, unknown]>([
  ['without an ETag', item, parsed],
  ['with an ETag', { ...item, etag: 'W/"a"' }, { ...parsed, etag: 'W/"a"' }],
  ['with an empty ETag', { ...item, etag: '' }, parsed],
  ['with an ETag of null', { ...item, etag: null }, parsed],
  ['with other members', { ...item, more: 1 }, parsed],
  ['without a tenant id', { product: 'forum' }, ['tenantId required']],
  ['with another tenant id', { ...item, tenantId: 'x' }, ['tenantId format']],
  ['with a long product', { ...item, product: 'x'.repeat(65) }, ['product maxLength']],
  ['with a long ETag', { ...item, etag: 'x'.repeat(101) }, ['etag maxLength']],
  ['that is no object', [], [' type']],
  ['that is null', null, [' type']],
])('an item %s', (_case, written, expected) => {
  const items = readBatchItems({ items: [item, written] });
  expect(items).toHaveLength(2);
  const [, found] = items as readonly unknown[];
  const issues = isRefusal(found) ? (found.args.issues as { path: string; rule: string }[]) : undefined;
  expect(issues?.map(({ path, rule }) => `${path} ${rule}`) ?? found).toEqual(expected);
});

it.each<[string, unknown, string]>([
  ['no object', [], 'type'],
  ['null', null, 'type'],
  ['no list', { items: {} }, 'type'],
  ['no items', {}, 'required'],
  ['an empty list', { items: [] }, 'minItems'],
  ['101 items', { items: Array(101).fill(item) }, 'maxItems'],
])('a body with %s is refused', (_case, body, rule) => {
  expect(readBatchItems(body)).toMatchObject({
    code: 'request.validation_failed',
    args: { issues: [{ rule }] },
  });
});
