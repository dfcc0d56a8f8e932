import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningListener, startListener } from './listener.ts';

const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const body = JSON.stringify({
  type: 'seat.assigned',
  data: { tenantId: 'b1', product: { slug: 'forum' }, version: 7 },
});
const signed = (text = body, by = secret) => {
  const at = new Date();
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, text),
  };
};

let lines: string[];
let listener: RunningListener;
const listen = async (by: string | null) => {
  listener = await startListener({ port: 0, secret: by, print: (line) => lines.push(line) });
};
beforeEach(() => {
  lines = [];
});
afterEach(() => listener.close());
const post = async (text: string, headers: Record<string, string>) =>
  (await fetch(listener.url, { method: 'POST', headers, body: text })).status;

describe('the listener', () => {
  it('prints type, tenant, version and signature check of each webhook', async () => {
    await listen(secret);
    expect(await post(body, signed())).toBe(204);
    expect(lines).toEqual(['seat.assigned  tenant b1  product forum  version 7  id msg_1  signature ok']);
  });

  it.each([
    ['another secret', signed(body, `whsec_${Buffer.alloc(32, 4).toString('base64')}`)],
    ['another body', signed(`${body} `)],
    ['no signature', {}],
  ])('turns away %s', async (_case, headers) => {
    await listen(secret);
    expect(await post(body, headers as Record<string, string>)).toBe(401);
    expect(lines[0]).toContain('signature bad: ');
  });

  it('reports unchecked signatures without a secret', async () => {
    await listen(null);
    expect(await post(body, {})).toBe(204);
    expect(lines[0]).toContain('signature not checked');
  });

  it.each([
    ['no JSON', 'x', 'body is not JSON'],
    ['null', 'null', '(no type)'],
    ['a type with a line break', JSON.stringify({ type: 'a\r\nb' }), 'a b  id'],
  ])('bears %s, in one line', async (_case, text, words) => {
    await listen(null);
    expect(await post(text, {})).toBe(204);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(words);
    expect(lines[0]).not.toMatch(/[\r\n]/);
  });

  it('accepts POST only', async () => {
    await listen(secret);
    expect((await fetch(listener.url)).status).toBe(405);
    expect(lines).toEqual([]);
  });
});
