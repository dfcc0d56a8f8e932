import { describe, expect, it } from 'vitest';
import { headerDestinationIssues } from './endpoint.ts';

const paths = (issues: readonly { readonly path: string; readonly rule: string }[]) =>
  issues.map(({ path, rule }) => `${path} ${rule}`);

describe('the header values of a webhook endpoint', () => {
  const before = { url: 'https://partner.example/hooks', headerNames: ['x-key', 'x-other'] };
  const elsewhere = 'https://other.example/hooks';
  const both = ['headers.x-key required', 'headers.x-other required'];

  it.each<[string, string, Record<string, string | null> | undefined, readonly string[]]>([
    ['no change', before.url, undefined, []],
    ['another path', 'https://partner.example/other?x=1', undefined, []],
    ['the same origin, written otherwise', 'https://PARTNER.example:443/hooks', { 'x-key': null }, []],
    ['another host', elsewhere, undefined, both],
    ['another port', 'https://partner.example:8443/hooks', undefined, both],
    ['another scheme', 'http://partner.example/hooks', undefined, both],
    ['a host below it', 'https://a.partner.example/hooks', undefined, both],
    ['an invalid URL', 'partner.example', undefined, both],
    [
      'another host, one value unchanged',
      elsewhere,
      { 'x-key': null, 'x-other': 'v' },
      ['headers.x-key required'],
    ],
    ['another host, a name in other case', elsewhere, { 'X-Key': null }, ['headers.X-Key required']],
    ['another host with both values', elsewhere, { 'x-key': 'v', 'x-other': 'v' }, []],
    ['another host, headers dropped', elsewhere, {}, []],
  ])('must be entered again or not: %s', (_, url, headers, expected) => {
    expect(paths(headerDestinationIssues(before, url, headers))).toEqual(expected);
  });

  it('an endpoint without headers can move', () => {
    expect(headerDestinationIssues({ ...before, headerNames: [] }, elsewhere, undefined)).toEqual([]);
  });
});
