import { describe, expect, it } from 'vitest';
import { endpointIssues, mergeHeaders, type WebhookEndpointSettings } from './endpoint.ts';

const sound: WebhookEndpointSettings = {
  url: 'https://partner.example/hooks',
  description: 'Orders',
  eventTypes: 'all',
  products: 'all',
  headers: {},
  rateLimitPerMinute: null,
};
const issuesOf = (changes: Partial<WebhookEndpointSettings>, allowsLocal = false) =>
  endpointIssues({ ...sound, ...changes }, allowsLocal).map(({ path, rule }) => `${path} ${rule}`);

describe('the URL of an endpoint', () => {
  it.each([
    ['https://partner.example', []],
    ['https://partner.example:8443/hooks?a=b', []],
    ['https://8.8.8.8/', []],
    ['https://[2606:4700:4700::1111]/', []],
    ['https://xn--bcher-kva.example/', []],
    ['', ['url format']],
    ['partner.example', ['url format']],
    ['http://partner.example', ['url protocol']],
    ['ftp://partner.example', ['url protocol']],
    ['file:///etc/passwd', ['url protocol']],
    ['https://user:word@partner.example', ['url format']],
    ['https://user@partner.example', ['url format']],
    ['https://partner.example/#top', ['url format']],
    ['https://partner.example/\thook', ['url format']],
    ['https://partner.example/hook\n', ['url format']],
    [`https://partner.example/${'x'.repeat(2_000)}`, ['url length']],
    ['https://localhost/', ['url address']],
    ['https://LOCALHOST./', ['url address']],
    ['https://a.localhost/', ['url address']],
    ['https://127.0.0.1/', ['url address']],
    ['https://127.1/', ['url address']],
    ['https://2130706433/', ['url address']],
    ['https://0x7f000001/', ['url address']],
    ['https://017700000001/', ['url address']],
    ['https://0/', ['url address']],
    ['https://10.0.0.1/', ['url address']],
    ['https://169.254.169.254/latest/meta-data', ['url address']],
    ['https://[::1]/', ['url address']],
    ['https://[::ffff:127.0.0.1]/', ['url address']],
    ['https://[fd00:ec2::254]/', ['url address']],
    ['https://[64:ff9b::a00:1]/', ['url address']],
    ['https://１２７.0.0.1/', ['url address']],
  ])('%s: %j', (url, expected) => {
    expect(issuesOf({ url })).toEqual(expected);
  });

  it.each([
    ['http://127.0.0.1:4555/', []],
    ['http://localhost:4555/', []],
    ['http://[::1]:4555/', []],
    ['https://localhost/', []],
    ['http://partner.example/', ['url protocol']],
    ['http://10.0.0.1/', ['url address']],
    ['https://192.168.0.1/', ['url address']],
    ['http://169.254.169.254/', ['url address']],
    ['http://8.8.8.8/', ['url protocol']],
  ])('with local addresses allowed, %s: %j', (url, expected) => {
    expect(issuesOf({ url }, true)).toEqual(expected);
  });
});

describe('other settings of an endpoint', () => {
  it.each<[Partial<WebhookEndpointSettings>, string[]]>([
    [{ description: '' }, []],
    [{ description: 'x'.repeat(201) }, ['description name']],
    [{ eventTypes: ['subscription.*', 'seat.assigned'] }, []],
    [{ eventTypes: [] }, ['eventTypes length']],
    [{ eventTypes: ['*'] }, ['eventTypes.0 enum']],
    [{ eventTypes: ['seat.*', 'order.created'] }, ['eventTypes.1 enum']],
    [{ eventTypes: ['webhook.test'] }, ['eventTypes.0 enum']],
    [{ products: ['forum'] }, []],
    [{ products: [] }, ['products length']],
    [{ rateLimitPerMinute: 1 }, []],
    [{ rateLimitPerMinute: 0 }, ['rateLimitPerMinute range']],
    [{ rateLimitPerMinute: 1.5 }, ['rateLimitPerMinute range']],
    [{ rateLimitPerMinute: 60_001 }, ['rateLimitPerMinute range']],
    [{ headers: { 'X-Gateway-Key': 'abc def', Authorization: 'Bearer x' } }, []],
    [{ headers: { Host: 'a' } }, ['headers.Host reserved']],
    [{ headers: { 'webhook-id': 'a' } }, ['headers.webhook-id reserved']],
    [{ headers: { 'Webhook-Signature': 'a' } }, ['headers.Webhook-Signature reserved']],
    [{ headers: { 'Content-Type': 'a' } }, ['headers.Content-Type reserved']],
    [{ headers: { 'content-length': '1' } }, ['headers.content-length reserved']],
    [{ headers: { 'Transfer-Encoding': 'a' } }, ['headers.Transfer-Encoding reserved']],
    [
      { headers: { Connection: 'a', Upgrade: 'b', TE: 'c' } },
      ['headers.Connection reserved', 'headers.Upgrade reserved', 'headers.TE reserved'],
    ],
    [{ headers: { 'a b': 'c' } }, ['headers.a b format']],
    [{ headers: { '': 'c' } }, ['headers. format']],
    [{ headers: { 'x-a': '' } }, ['headers.x-a format']],
    [{ headers: { 'x-a': 'b\r\nc: d' } }, ['headers.x-a format']],
    [{ headers: { 'x-a': ' b' } }, ['headers.x-a format']],
    [{ headers: { 'x-a': 'ä' } }, ['headers.x-a format']],
    [{ headers: { 'x-a': '1', 'X-A': '2' } }, ['headers.X-A unique']],
    [
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, 'a'])) },
      ['headers length'],
    ],
    [{ headers: { 'x-a': 'a'.repeat(5_000) } }, ['headers length']],
  ])('%j: %j', (changes, expected) => {
    expect(issuesOf(changes)).toEqual(expected);
  });

  it('lists all issues at once', () => {
    expect(issuesOf({ url: 'x', eventTypes: [], rateLimitPerMinute: -1 })).toHaveLength(3);
  });
});

describe('hidden header values', () => {
  const current = () => ({ 'x-a': '1', 'X-B': '2' });
  it.each([
    [{}, {}],
    [{ 'x-c': '3' }, { 'x-c': '3' }],
    [{ 'x-a': null }, { 'x-a': '1' }],
    [
      { 'X-A': null, 'x-b': null },
      { 'X-A': '1', 'x-b': '2' },
    ],
    [
      { 'x-a': 'new', 'X-B': null },
      { 'x-a': 'new', 'X-B': '2' },
    ],
  ])('%j becomes %j', (requested, headers) => {
    expect(mergeHeaders(requested, current)).toEqual(headers);
  });

  it('have nothing to keep for a new name', () => {
    expect(mergeHeaders({ 'x-a': null, 'x-c': null }, current)).toMatchObject({
      code: 'request.validation_failed',
      args: { issues: [{ path: 'headers.x-c', rule: 'required' }] },
    });
  });
});
