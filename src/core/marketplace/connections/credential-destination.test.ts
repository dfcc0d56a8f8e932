import { describe, expect, it } from 'vitest';
import { credentialDestinationIssues } from './connection.ts';

const paths = (issues: readonly { readonly path: string; readonly rule: string }[]) =>
  issues.map(({ path, rule }) => `${path} ${rule}`);

describe('the credential of a connection', () => {
  const before = {
    authUrl: 'https://login.example',
    marketplaceUrl: 'https://marketplace.example/api',
    tenantId: 'a0000000-0000-4000-8000-000000000001',
    clientId: 'c0000000-0000-4000-8000-000000000001',
  };
  const again = ['credential required'];

  it.each<[string, object, boolean, readonly string[]]>([
    ['no change', {}, false, []],
    ['a new credential alone', {}, true, []],
    ['another identity provider', { authUrl: 'https://login.other' }, false, again],
    ['another path at the identity provider', { authUrl: 'https://login.example/x' }, false, again],
    ['another marketplace', { marketplaceUrl: 'https://marketplace.other/api' }, false, again],
    ['another tenant', { tenantId: 'a0000000-0000-4000-8000-000000000002' }, false, again],
    ['another application', { clientId: 'c0000000-0000-4000-8000-000000000002' }, false, again],
    ['several at once', { authUrl: 'https://a.other', clientId: 'x' }, false, again],
    ['another address with the credential', { authUrl: 'https://login.other' }, true, []],
  ])('must be entered again or not: %s', (_, changes, hasNewCredential, expected) => {
    const issues = credentialDestinationIssues(before, { ...before, ...changes }, hasNewCredential);
    expect(paths(issues)).toEqual(expected);
  });

  it('names the changed settings', () => {
    const after = { ...before, authUrl: 'https://login.other', clientId: 'x' };
    expect(credentialDestinationIssues(before, after, false)[0]?.message).toMatch(
      /^must be entered again when authUrl and clientId changes:/,
    );
  });
});
