import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WebhookRefused } from '../errors.ts';
import { createWebhookHandler, verifyWebhook, type WebhookEvent } from './webhook.ts';

const secret = `whsec_${btoa('a secret with more than 24 bytes')}`;
const other = `whsec_${btoa('another secret with other bytes!')}`;
const now = new Date('2026-11-15T09:00:00Z');
const event = {
  type: 'entitlement.changed',
  timestamp: '2026-11-15T09:00:00.000Z',
  data: {
    tenantId: 'b0000000-0000-4000-8000-000000000001',
    product: { slug: 'aqueduct', name: 'Aquädukt' },
    version: 2,
  },
};

interface Parts {
  readonly body?: string;
  readonly signers?: readonly string[];
  readonly at?: Date;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Signed by the reference implementation. */
function request({ body = JSON.stringify(event), signers = [secret], at = now, headers = {} }: Parts = {}) {
  const signatures = signers.map((signer) => new Webhook(signer).sign('evt-1', at, body));
  const all = {
    'webhook-id': 'evt-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
    ...headers,
  };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Request('https://application.example/hooks', { method: 'POST', body, headers: present });
}

const verify = (parts?: Parts, secrets: string | readonly string[] = secret) =>
  verifyWebhook(request(parts), secrets, now.getTime());
const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('verifyWebhook returns the event', () => {
  it.each<[string, Parts | undefined, string | readonly string[]]>([
    ['of a signed request', undefined, secret],
    ['with a secret without the prefix', undefined, secret.slice(6)],
    ['if one of several secrets signed it', undefined, [other, secret]],
    ['if one of several signatures matches', { signers: [other, secret] }, secret],
    ['five minutes later', { at: minutesFromNow(-5) }, secret],
    ['five minutes earlier', { at: minutesFromNow(5) }, secret],
  ])('%s', async (_name, parts, secrets) => {
    expect(await verify(parts, secrets)).toEqual({ id: 'evt-1', ...event });
  });

  it('beside signatures that are not understood', async () => {
    const valid = new Webhook(secret).sign('evt-1', now, JSON.stringify(event));
    const headers = { 'webhook-signature': `v1a,abc v1, v2,${valid.slice(3)} ${valid}` };
    expect(await verify({ headers })).toMatchObject(event);
  });
});

describe('verifyWebhook refuses', () => {
  it.each<[string, Parts, number]>([
    ['another secret', { signers: [other] }, 401],
    ['no id', { headers: { 'webhook-id': undefined } }, 401],
    ['no timestamp', { headers: { 'webhook-timestamp': undefined } }, 401],
    ['no signature', { headers: { 'webhook-signature': undefined } }, 401],
    ['another id', { headers: { 'webhook-id': 'evt-2' } }, 401],
    ['another timestamp', { headers: { 'webhook-timestamp': String(now.getTime() / 1_000 + 1) } }, 401],
    ['a timestamp that is no number', { headers: { 'webhook-timestamp': 'now' } }, 401],
    ['a signature of another version', { headers: { 'webhook-signature': 'v2,abc' } }, 401],
    ['an old request', { at: minutesFromNow(-5.1) }, 401],
    ['a request from the future', { at: minutesFromNow(5.1) }, 401],
    ['a body that is not JSON', { body: 'hello' }, 400],
    ['a body that is no event', { body: '[]' }, 400],
    ['null', { body: 'null' }, 400],
    ['an empty body', { body: '' }, 400],
    ['a large body', { body: JSON.stringify({ ...event, more: 'x'.repeat(262_144) }) }, 400],
  ])('%s', async (_name, parts, status) => {
    const refused = await verify(parts).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WebhookRefused);
    expect(refused).toMatchObject({ status });
  });

  it('a changed body', async () => {
    const { headers } = request();
    const changed = new Request('https://application.example', { method: 'POST', body: '{}', headers });
    await expect(verifyWebhook(changed, secret, now.getTime())).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ['', []],
    ['whsec_', []],
    ['not base64!', []],
  ])('the secret %j', async (wrong) => {
    await expect(verify({}, wrong)).rejects.toMatchObject({ name: 'TesseraConfigurationError' });
    await expect(verify({}, [secret, wrong])).rejects.toMatchObject({ name: 'TesseraConfigurationError' });
  });

  it('to work without a secret, or with a body that was read', async () => {
    await expect(verify({}, [])).rejects.toMatchObject({ name: 'TesseraConfigurationError' });
    const used = request();
    await used.text();
    await expect(verifyWebhook(used, secret, now.getTime())).rejects.toMatchObject({
      name: 'TesseraConfigurationError',
    });
  });
});

describe('the handler', () => {
  const events: WebhookEvent[] = [];
  const handle = createWebhookHandler(secret, (received) => void events.push(received));

  it('gives the event and answers 204', async () => {
    const response = await handle(request({ at: new Date() }));
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(events).toEqual([{ id: 'evt-1', ...event }]);
  });

  it('answers 400 or 401 with the reason', async () => {
    const old = await handle(request());
    expect([old.status, await old.json()]).toEqual([
      401,
      { title: 'webhook-timestamp must be within 5 minutes of now', status: 401 },
    ]);
    const wrong = await handle(request({ at: new Date(), body: '1' }));
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { title: 'The body must have type, timestamp and data', status: 400 },
    ]);
    expect(events).toHaveLength(1);
  });

  it('answers 500 if the event could not be handled, so that it is delivered again', async () => {
    const failing = createWebhookHandler(secret, () => Promise.reject(new Error('no')));
    expect((await failing(request({ at: new Date() }))).status).toBe(500);
  });

  it('does not begin with a wrong secret', () => {
    expect(() => createWebhookHandler('', () => {})).toThrow(/secret of the webhook endpoint/);
  });
});
