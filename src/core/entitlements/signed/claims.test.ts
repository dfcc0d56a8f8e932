import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyEntitlementFacts,
  anyInstant,
  daysAfter,
  entitlementFacts,
  planContent,
  start,
  subscription,
} from '../../../../tests/support/worlds/subscriptions.ts';
import { isUuid } from '../../identifiers.ts';
import { resolveEntitlement } from '../entitlement.ts';
import { type ClaimTerms, entitlementClaims, idOfHash, issuerOf } from './claims.ts';

const terms: ClaimTerms = {
  issuer: 'https://tessera.example/w',
  issuedAt: 1_000,
  expiresAt: 2_000,
  graceSeconds: 60,
  after: 'ReadOnly',
  mode: 'Connected',
};

describe('the claims of an entitlement', () => {
  const plan = planContent('team', { limits: { rooms: 5, desks: 2.5 } });
  const facts = entitlementFacts({ plan, subscription: subscription({ validUntil: daysAfter(30) }) });

  it('name tenant and product, the times and the limits of each plan', () => {
    const claims = entitlementClaims(facts, start, terms);
    const { evaluatedAt, ...entitlement } = resolveEntitlement(facts, start);
    expect(claims).toEqual({
      iss: terms.issuer,
      aud: facts.product.slug,
      sub: facts.tenantId,
      iat: 1_000,
      nbf: 1_000,
      exp: 2_000,
      ver: facts.version,
      ent: { ...entitlement, plans: [{ slug: 'team', name: plan.name, limits: { desks: 2.5, rooms: 5 } }] },
      grace: 60,
      after: 'ReadOnly',
      mode: 'Connected',
    });
  });

  it('have the thumbprint of an installation they are bound to', () => {
    expect(entitlementClaims(facts, start, { ...terms, bind: 'thumb' })).toMatchObject({ bind: 'thumb' });
  });

  it('are none for a tenant that holds nothing', () => {
    expect(entitlementClaims(entitlementFacts(), start, terms)).toBeUndefined();
    expect(entitlementClaims(facts, daysAfter(31), terms)).toBeUndefined();
  });

  it('agree with the entitlement read at every instant', () => {
    fc.assert(
      fc.property(anyEntitlementFacts, anyInstant, (anyFacts, now) => {
        const claims = entitlementClaims(anyFacts, now, terms);
        const { evaluatedAt, plans, ...entitlement } = resolveEntitlement(anyFacts, now);
        if (entitlement.accessLevel === 'None') {
          expect(claims).toBeUndefined();
          return;
        }
        expect(claims?.ent).toMatchObject(entitlement);
        expect(claims?.ent.plans.map(({ slug, name }) => ({ slug, name }))).toEqual(plans);
        expect(JSON.stringify(entitlementClaims(anyFacts, now, terms))).toBe(JSON.stringify(claims));
      }),
    );
  });
});

it.each([
  ['https://a.example', 'https://a.example/w'],
  ['https://a.example/', 'https://a.example/w'],
  ['https://a.example/base//', 'https://a.example/base/w'],
])('the issuer at %s: %s', (publicUrl, issuer) => {
  expect(issuerOf(publicUrl, 'w')).toBe(issuer);
});

it('makes a UUID of a hash', () => {
  expect(idOfHash(new Uint8Array(32).fill(0xff))).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff');
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 32 }), (hash) => {
      expect(isUuid(idOfHash(hash))).toBe(true);
    }),
  );
});
