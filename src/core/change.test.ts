import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, readChange, writeChange } from './change.ts';

const id = '0190f000-0000-7000-8000-000000000001';
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('entitlement'),
    workspaceId: fc.uuid(),
    product: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/),
    tenantId: fc.uuid(),
  }),
  fc.record({
    kind: fc.constantFrom('catalogue', 'members', 'settings', 'marketplace'),
    workspaceId: fc.uuid(),
  }),
  fc.record({ kind: fc.constant('client'), apiClientId: fc.uuid() }),
);

it('is read as it was written', () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      expect(readChange(writeChange(change))).toEqual(change);
    }),
  );
});

it('is short enough to be sent: PostgreSQL takes less than 8,000 bytes', () => {
  const change: Change = {
    kind: 'entitlement',
    workspaceId: id,
    product: 'a'.repeat(64),
    tenantId: id,
  };
  expect(writeChange(change).length).toBeLessThan(200);
});

it.each([
  ['nothing', ''],
  ['another kind', `colour ${id}`],
  ['no id', 'catalogue'],
  ['an id that is none', 'catalogue everywhere'],
  ['an entitlement without its tenant', `entitlement ${id} forum`],
  ['an entitlement of a tenant that is none', `entitlement ${id} forum somebody`],
  ['a kind alone', 'entitlement'],
])('is passed over when it is %s', (_case, text) => {
  expect(readChange(text)).toBeUndefined();
});

it('may say more than this version understands', () => {
  expect(readChange(`catalogue ${id} and more`)).toEqual({ kind: 'catalogue', workspaceId: id });
});
