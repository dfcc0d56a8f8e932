import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { webhookTerms } from '../../../tests/support/peers/webhook-endpoint.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { endpointSealContext } from '../../core/operations/seal-context.ts';
import { refuse, refuseUnknown } from '../../core/refusal.ts';
import { unseal } from '../../secrets/seal.ts';
import {
  findWebhookEndpoint,
  listWebhookEndpoints,
  loadSealedEndpoints,
} from '../../storage/webhooks/endpoints.ts';
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  removeWebhookEndpoint,
  rotateWebhookSecret,
  sendTestEvent,
  setWebhookEndpointEnabled,
} from './endpoints.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());
beforeEach(async () => {
  books.clock.forward(day);
  workspaceId = await books.workspace();
});

const settings = {
  url: 'https://partner.example/hooks',
  description: 'Orders',
  eventTypes: ['subscription.*'],
  products: ['forum'],
  headers: { 'x-gateway': 'the key of a gateway' },
  rateLimitPerMinute: 60,
} as const;
const sealed = async ({ workspaceId, endpointId }: { workspaceId: string; endpointId: string }) => {
  const [endpoint] = await loadSealedEndpoints(books.database, workspaceId, [endpointId]);
  if (!endpoint) throw new Error('It is not there');
  return endpoint;
};

describe('a webhook endpoint', () => {
  it('is added and read back; its secret and its headers are sealed', async () => {
    const added = await books.endpoint(workspaceId, settings);
    expect(added.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { headers, ...plain } = settings;
    expect(await findWebhookEndpoint(books.database, added)).toEqual({
      ...plain,
      workspaceId,
      endpointId: added.endpointId,
      headerNames: Object.keys(headers),
      health: { failingSince: null, disabled: null },
      previousSecretsEndAt: [],
      createdAt: books.clock.now(),
      entityTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    const { secrets, sealedHeaders } = await sealed(added);
    const open = (bytes: Uint8Array, part: 'secret' | 'headers') =>
      unseal(bytes, webhookTerms.encryptionKey, endpointSealContext(part, added));
    expect(open(secrets.current, 'secret')).toBe(added.secret);
    expect(JSON.parse(open(sealedHeaders, 'headers'))).toEqual(headers);
    expect(() => open(sealedHeaders, 'secret')).toThrow();
    const written = JSON.stringify(await books.everything());
    const inHex = (text: string) => Buffer.from(text).toString('hex');
    for (const text of [added.secret, headers['x-gateway']]) {
      expect(written).not.toContain(text);
      expect(written).not.toContain(inHex(text));
    }
  });

  it.each([
    ['a loopback address', { url: 'http://127.0.0.1/' }, 'url'],
    ['an unknown product', { products: ['forum', 'viaduct'] }, 'products.1'],
    ['a reserved header', { headers: { 'webhook-id': 'x' } }, 'headers.webhook-id'],
  ])('is refused with %s, and nothing is written', async (_case, wrong, path) => {
    const everything = await books.everything();
    const terms = { ...webhookTerms, allowsLocalWebhooks: false };
    const refused = await addWebhookEndpoint(books.context, workspaceId, { ...settings, ...wrong }, terms);
    expect(refused).toMatchObject({ code: 'request.validation_failed', args: { issues: [{ path }] } });
    const added = await books.endpoint(workspaceId, settings);
    const before = await findWebhookEndpoint(books.database, added);
    expect(await changeWebhookEndpoint(books.context, added, wrong, terms, '*')).toMatchObject({
      args: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
    expect(await findWebhookEndpoint(books.database, added)).toEqual(before);
    await sql`delete from webhook_endpoints where endpoint_id = ${added.endpointId}`.execute(books.database);
    expect(await books.everything()).toEqual(everything);
  });

  it('changes only the given members', async () => {
    await books.sell(workspaceId, 'mosaic');
    const added = await books.endpoint(workspaceId, settings);
    const found = await findWebhookEndpoint(books.database, added);
    const before = { ...found, entityTag: expect.any(String) };
    const { sealedHeaders, secrets } = await sealed(added);
    for (const changes of [
      { url: 'https://partner.example/other' },
      { description: 'Others' },
      { eventTypes: 'all' },
      { products: ['mosaic'] },
      { products: 'all' },
      { rateLimitPerMinute: null },
      {},
    ] as const) {
      done(await changeWebhookEndpoint(books.context, added, changes, webhookTerms, '*'));
      expect(await findWebhookEndpoint(books.database, added)).toEqual({ ...before, ...changes });
      done(await changeWebhookEndpoint(books.context, added, settings, webhookTerms, '*'));
      expect(await findWebhookEndpoint(books.database, added)).toEqual(before);
    }
    done(await changeWebhookEndpoint(books.context, added, { headers: { 'x-b': 'c' } }, webhookTerms, '*'));
    expect(await findWebhookEndpoint(books.database, added)).toEqual({ ...before, headerNames: ['x-b'] });
    const after = await sealed(added);
    expect(after.sealedHeaders).not.toEqual(sealedHeaders);
    expect(after.secrets).toEqual(secrets);
  });

  it('has another ETag after each change of its settings, hidden values included, and after nothing else', async () => {
    await books.sell(workspaceId, 'mosaic');
    const added = await books.endpoint(workspaceId, settings);
    const tag = async () => (await findWebhookEndpoint(books.database, added))?.entityTag ?? '';
    const tags = [await tag()];
    for (const changes of [
      { url: 'https://partner.example/other' },
      { description: 'Others' },
      { eventTypes: 'all' },
      { products: ['mosaic'] },
      { products: 'all' },
      { rateLimitPerMinute: null },
      { headers: { 'x-gateway': 'another key' } },
    ] as const) {
      const changed = done(
        await changeWebhookEndpoint(books.context, added, changes, webhookTerms, tags.at(-1) ?? ''),
      );
      expect(changed.entityTag).toBe(await tag());
      tags.push(changed.entityTag);
    }
    expect(new Set(tags).size).toBe(tags.length);
    const last = await tag();
    done(await setWebhookEndpointEnabled(books.context, added, false));
    done(await rotateWebhookSecret(books.context, added, webhookTerms.encryptionKey));
    expect(await tag()).toBe(last);
    for (const old of tags.slice(0, -1)) {
      expect(await changeWebhookEndpoint(books.context, added, { url: 'x' }, webhookTerms, old)).toEqual(
        refuse('request.precondition_failed'),
      );
    }
  });

  it('keeps the stored values of headers without a value', async () => {
    const added = await books.endpoint(workspaceId, { headers: { 'x-a': '1', 'x-b': '2', 'x-c': '3' } });
    const change = (headers: Record<string, string | null>) =>
      changeWebhookEndpoint(books.context, added, { headers }, webhookTerms, '*');
    const values = async () =>
      JSON.parse(
        unseal(
          (await sealed(added)).sealedHeaders,
          webhookTerms.encryptionKey,
          endpointSealContext('headers', added),
        ),
      );
    done(await change({ 'X-A': null, 'x-b': 'two', 'x-d': '4' }));
    expect(await values()).toEqual({ 'X-A': '1', 'x-b': 'two', 'x-d': '4' });
    expect(await change({ 'x-b': null, 'x-c': null })).toMatchObject({
      args: { issues: [{ path: 'headers.x-c', rule: 'required' }] },
    });
    expect(await values()).toEqual({ 'X-A': '1', 'x-b': 'two', 'x-d': '4' });
    done(await change({}));
    expect(await values()).toEqual({});
  });

  it('gets a new secret, and the old one signs for a day', async () => {
    const added = await books.endpoint(workspaceId);
    const old = (await sealed(added)).secrets.current;
    const rotated = done(await rotateWebhookSecret(books.context, added, webhookTerms.encryptionKey));
    expect(rotated.previousEndsAt).toEqual(books.in(day));
    const { secrets } = await sealed(added);
    expect(secrets.previous).toEqual([{ secret: old, endsAt: books.in(day) }]);
    const name = endpointSealContext('secret', added);
    expect(unseal(secrets.current, webhookTerms.encryptionKey, name)).toBe(rotated.secret);
    expect(rotated.secret).not.toBe(added.secret);
  });

  it('is disabled and enabled; repeating changes nothing', async () => {
    const added = await books.endpoint(workspaceId);
    const health = async () => (await findWebhookEndpoint(books.database, added))?.health;
    const disabledAt = books.clock.now();
    done(await setWebhookEndpointEnabled(books.context, added, false));
    books.clock.forward(day);
    done(await setWebhookEndpointEnabled(books.context, added, false));
    expect(await health()).toEqual({ failingSince: null, disabled: { reason: 'ByPartner', at: disabledAt } });
    expect(await sendTestEvent(books.context, added)).toEqual(refuse('webhook.endpoint_disabled'));
    done(await setWebhookEndpointEnabled(books.context, added, true));
    expect(await health()).toEqual({ failingSince: null, disabled: null });
  });

  it('is unknown once it is removed', async () => {
    const added = await books.endpoint(workspaceId);
    const kept = await books.endpoint(workspaceId);
    done(await removeWebhookEndpoint(books.context, added));
    const listed = await listWebhookEndpoints(books.database, workspaceId, { limit: 9 });
    expect(listed.map(({ endpointId }) => endpointId)).toEqual([kept.endpointId]);
    expect(await findWebhookEndpoint(books.database, added)).toBeUndefined();
    expect(await removeWebhookEndpoint(books.context, added)).toEqual(
      refuseUnknown('endpointId', 'webhook endpoint'),
    );
  });

  it('alone gets a test event, whatever the filters', async () => {
    const added = await books.endpoint(workspaceId, { eventTypes: ['seat.*'], products: ['forum'] });
    await books.endpoint(workspaceId);
    const { eventId } = done(await sendTestEvent(books.context, added));
    expect(await books.deliveries(workspaceId)).toMatchObject([
      { endpointId: added.endpointId, eventId, type: 'webhook.test', status: 'Pending' },
    ]);
  });

  it.each([
    ['another workspace', () => books.workspace(), undefined],
    ['no workspace', () => Promise.resolve(workspaceId), randomUUID()],
  ])('of %s is unknown to every action', async (_, workspaceOf, unknownId) => {
    const existing = await books.endpoint(workspaceId);
    const key = { workspaceId: await workspaceOf(), endpointId: unknownId ?? existing.endpointId };
    const everything = await books.everything();
    const unknown = refuseUnknown('endpointId', 'webhook endpoint');
    const { context } = books;
    expect(await changeWebhookEndpoint(context, key, { description: 'x' }, webhookTerms, '*')).toEqual(
      unknown,
    );
    expect(await rotateWebhookSecret(context, key, webhookTerms.encryptionKey)).toEqual(unknown);
    expect(await setWebhookEndpointEnabled(context, key, false)).toEqual(unknown);
    expect(await sendTestEvent(context, key)).toEqual(unknown);
    expect(await removeWebhookEndpoint(context, key)).toEqual(unknown);
    expect(await books.everything()).toEqual(everything);
  });
});
