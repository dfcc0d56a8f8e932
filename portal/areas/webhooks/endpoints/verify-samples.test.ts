import { createHmac } from 'node:crypto';
import { transformSync } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { verifySamples } from './verify-samples.ts';

const key = Buffer.from('a key of thirty-two bytes, random');
const body = '{"type":"webhook.test"}';
const secret = `whsec_${key.toString('base64')}`;
let isFromTessera: (secret: string, text: string, headers: Record<string, string>) => boolean;

beforeAll(async () => {
  const { code } = transformSync(verifySamples[0].text, { loader: 'ts', format: 'esm' });
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  ({ isFromTessera } = await import(/* @vite-ignore */ address));
});

function headersOf(seconds: number, signer = key) {
  const sentAt = String(Math.floor(Date.now() / 1000) - seconds);
  const signature = createHmac('sha256', signer).update(`e1.${sentAt}.${body}`).digest('base64');
  return { 'webhook-id': 'e1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` };
}

const signed = headersOf(0);

it.each<readonly [string, Record<string, string>, string, boolean]>([
  ['a delivery', signed, body, true],
  [
    'a delivery with two signatures',
    { ...signed, 'webhook-signature': `v1,AAAA ${signed['webhook-signature']}` },
    body,
    true,
  ],
  ['another body', signed, '{}', false],
  ['another secret', headersOf(0, Buffer.from('another')), body, false],
  ['an old delivery', headersOf(600), body, false],
  ['no headers', {}, body, false],
])('the TypeScript sample decides for %s', (_case, headers, text, expected) => {
  expect(isFromTessera(secret, text, headers)).toBe(expected);
});
