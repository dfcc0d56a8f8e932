import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { checkEndpointLimits, checkEndpointMove, checkWorkspaceLimit, workspaceLimits } from './limits.ts';

const hooks = (count: number, host = 'partner.example') =>
  Array.from({ length: count }, (_, index) => `https://${host}/hooks/${index}`);

describe('checkWorkspaceLimit', () => {
  it.each([
    ['Starter', 'webhook endpoints', 4, false],
    ['Starter', 'webhook endpoints', 5, true],
    ['Growth', 'webhook endpoints', 5, false],
    ['Growth', 'webhook endpoints', 20, true],
    ['Scale', 'webhook endpoints', 49, false],
    ['Scale', 'webhook endpoints', 1_000, true],
    ['Starter', 'API clients', 5, true],
    ['Growth', 'API clients', 20, true],
    ['Scale', 'API clients', 99, false],
    ['Starter', 'API keys per client', 9, false],
    ['Scale', 'API keys per client', 10, true],
    ['Growth', 'application credentials per client', 10, true],
    ['Starter', 'marketplace connections', 2, true],
    ['Growth', 'marketplace connections', 4, false],
    ['Scale', 'marketplace connections', 20, true],
    ['Starter', 'members and invitations', 10, true],
    ['Growth', 'members and invitations', 49, false],
    ['Scale', 'members and invitations', 250, true],
    ['Starter', 'service accounts', 4, false],
    ['Starter', 'service accounts', 5, true],
    ['Scale', 'service accounts', 50, true],
    ['Growth', 'keys per service account', 4, false],
    ['Growth', 'keys per service account', 5, true],
  ] as const)('%s, %s, with %i existing: refused is %s', (plan, kind, present, isRefused) => {
    expect(isRefusal(checkWorkspaceLimit(plan, kind, present))).toBe(isRefused);
  });

  it('names the kind, the limit, the plan and the remedy', () => {
    expect(checkWorkspaceLimit('Starter', 'API clients', 7)).toEqual({
      refused: true,
      code: 'workspace.limit_reached',
      args: { kind: 'API clients', limit: 5, plan: 'Starter' },
      detail:
        'The Starter plan allows 5 API clients. Rename and reuse one that is no longer needed, or ask for a larger plan.',
    });
  });

  it('never allows less on a larger plan', () => {
    const { Starter, Growth, Scale } = workspaceLimits;
    for (const kind of Object.keys(Starter) as (keyof typeof Starter)[]) {
      expect(Starter[kind]).toBeLessThanOrEqual(Growth[kind]);
      expect(Growth[kind]).toBeLessThanOrEqual(Scale[kind]);
    }
  });
});

describe('the limit of endpoints per host', () => {
  it.each([
    ['19 of the host', hooks(19), 'https://partner.example/', false],
    ['20 of the host', hooks(20), 'https://partner.example/', true],
    ['another port', hooks(20), 'https://partner.example:8443/', true],
    ['other letters', hooks(20), 'https://PARTNER.example/', true],
    ['a final dot', hooks(20), 'https://partner.example./', true],
    ['20 of another host', hooks(20), 'https://other.example/', false],
    ['a host below it', hooks(20), 'https://eu.partner.example/', false],
  ])('with %s', (_case, present, url, isRefused) => {
    const kind = 'webhook endpoints per host';
    const expected = isRefused ? { args: { kind, limit: 20, plan: 'Scale' } } : undefined;
    const added = checkEndpointLimits('Scale', present, url);
    const moved = checkEndpointMove('Scale', present, { from: 'https://old.example/', to: url });
    for (const checked of [added, moved]) {
      if (expected) expect(checked).toMatchObject(expected);
      else expect(checked).toBeUndefined();
    }
  });

  it("does not apply within the host, nor does the plan's limit when an endpoint moves", () => {
    const within = { from: 'https://partner.example/hooks/1', to: 'https://partner.example:8443/other' };
    expect(checkEndpointMove('Scale', hooks(25), within)).toBeUndefined();
    const away = { from: 'https://partner.example/hooks/1', to: 'https://other.example/' };
    expect(checkEndpointMove('Starter', hooks(25), away)).toBeUndefined();
  });
});
