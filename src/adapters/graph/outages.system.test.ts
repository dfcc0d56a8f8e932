import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FABRIKAM, NORTHWIND } from '../../../emulators/entra/sample-directory.ts';
import { ALICE, BOB, CAROL } from '../../../emulators/graph/sample-directory.ts';
import {
  type LicencesUnderTest,
  startLicencesUnderTest,
} from '../../../tests/support/peers/licences-under-test.ts';

const second = 1_000;
const minute = 60 * second;

let world: LicencesUnderTest;
beforeAll(async () => {
  world = await startLicencesUnderTest();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

const outcomeOf = async (question?: Parameters<LicencesUnderTest['lookUp']>[0]) =>
  (await world.lookUp(question)).outcome;
const unavailable = { outcome: 'unavailable' };

describe('a transient failure', () => {
  const kinds = ['unavailable', 'throttled', 'reset', 'proxy-page'] as const;

  it.each(kinds)('of Graph (%s) is retried once', async (kind) => {
    world.graph.setFault({ kind, retryAfterSeconds: 0, times: 1 });
    expect(await outcomeOf()).toBe('reported');
    expect(world.graphRequests()).toBe(2);
  });

  it.each(kinds)('of Graph (%s) is retried only once', async (kind) => {
    world.graph.setFault({ kind, retryAfterSeconds: 0 });
    expect(await world.lookUp()).toEqual(unavailable);
    expect(world.graphRequests()).toBe(2);
  });

  it.each(['unavailable', 'throttled', 'reset'] as const)(
    'of the token endpoint (%s) is retried only once',
    async (kind) => {
      world.idp.setFault({ kind });
      expect(await world.lookUp()).toEqual(unavailable);
      expect([world.tokenRequests(), world.graphRequests()]).toEqual([2, 0]);
    },
  );

  it('is retried once per look-up, not per request', async () => {
    // `Retry-After` is a second, after which it has recovered.
    world.idp.setFault({ kind: 'throttled' });
    world.graph.setFault({ kind: 'unavailable' });
    const lookUp = world.lookUp();
    await expect.poll(() => world.tokenRequests()).toBe(1);
    world.idp.clearFaults();
    expect(await lookUp).toEqual(unavailable);
    expect([world.tokenRequests(), world.graphRequests()]).toEqual([2, 1]);
  });
});

describe('throttling', () => {
  it('is waited for as Retry-After says', async () => {
    world.graph.setFault({ kind: 'throttled', retryAfterSeconds: 1, times: 1 });
    const before = performance.now();
    expect(await outcomeOf()).toBe('reported');
    expect(performance.now() - before).toBeGreaterThan(990);
    expect(world.graphRequests()).toBe(2);
  });

  it('is not waited for beyond the budget', async () => {
    world.renew({ budgetMilliseconds: 3_000 });
    world.graph.setFault({ kind: 'throttled', retryAfterSeconds: 3, times: 1 });
    const before = performance.now();
    expect(await world.lookUp()).toEqual(unavailable);
    expect(performance.now() - before).toBeLessThan(2_500);
    expect(world.graphRequests()).toBe(1);
  });
});

describe('the budget', () => {
  it('is two seconds', async () => {
    world.renew({});
    world.graph.setFault({ kind: 'hanging' });
    const before = performance.now();
    expect(await world.lookUp()).toEqual(unavailable);
    const elapsed = performance.now() - before;
    expect(elapsed).toBeGreaterThan(1_900);
    expect(elapsed).toBeLessThan(4_000);
  });

  it('ends a slow look-up wherever it hangs', async () => {
    world.renew({ budgetMilliseconds: 100 });
    world.graph.setFault({ kind: 'delay', delayMilliseconds: 5_000 });
    expect(await world.lookUp()).toEqual(unavailable);
    world.idp.setFault({ kind: 'hanging' });
    world.advance(90 * minute);
    expect(await world.lookUp()).toEqual(unavailable);
  });

  it('includes all pages', async () => {
    world.renew({ budgetMilliseconds: 400 });
    const row = { catalogId: 'x', serviceIdentifier: 'x', state: 'active' };
    const userObjectId = crypto.randomUUID();
    world.graph.registerUser({ tenantId: NORTHWIND, id: userObjectId, usageRights: Array(900).fill(row) });
    world.graph.setFault({ kind: 'delay', delayMilliseconds: 150 });
    expect(await world.lookUp({ userObjectId })).toEqual(unavailable);
    expect(world.graphRequests()).toBeLessThan(4);
  });
});

describe('the circuit breaker', () => {
  /** Requests that an earlier test aborted may still arrive. */
  const requests = () =>
    [ALICE, BOB, CAROL].reduce((sum, userObjectId) => sum + world.graphRequests(userObjectId), 0);

  /** Five look-ups of two requests each. */
  async function open() {
    world.graph.setFault({ kind: 'unavailable', tenantId: NORTHWIND });
    for (let failures = 0; failures < 5; failures += 1) expect(await world.lookUp()).toEqual(unavailable);
    expect(requests()).toBe(10);
  }

  it('opens after five consecutive failures: no request is sent', async () => {
    await open();
    for (const userObjectId of [ALICE, BOB, CAROL]) {
      expect(await world.lookUp({ userObjectId })).toEqual(unavailable);
    }
    world.advance(30 * second - 1);
    expect(await world.lookUp()).toEqual(unavailable);
    expect([world.tokenRequests(), requests()]).toEqual([1, 10]);
  });

  it('allows one probe after 30 seconds, and closes when it succeeds', async () => {
    await open();
    world.advance(30 * second);
    const tries = [ALICE, BOB, CAROL].map((userObjectId) => outcomeOf({ userObjectId }));
    expect(await Promise.all(tries)).toEqual(Array(3).fill('unavailable'));
    expect(requests()).toBe(12);

    world.graph.clearFaults();
    world.advance(30 * second - 1);
    expect(await outcomeOf()).toBe('unavailable');
    world.advance(1);
    expect(await outcomeOf()).toBe('reported');
    expect(await outcomeOf({ userObjectId: BOB })).toBe('reported');
    expect(requests()).toBe(14);
  });

  it('is separate for each tenant', async () => {
    world.consentInFabrikam();
    await open();
    expect(await outcomeOf({ tenantId: FABRIKAM })).toBe('reported');
  });

  it('counts consecutive failures only, and no refusals', async () => {
    for (let round = 0; round < 2; round += 1) {
      world.graph.setFault({ kind: 'unavailable' });
      for (let failures = 0; failures < 4; failures += 1) expect(await outcomeOf()).toBe('unavailable');
      world.graph.setFault({ kind: 'unconsented' });
      expect(await outcomeOf()).toBe('consent-missing');
      world.advance(minute);
    }
    world.graph.clearFaults();
    expect(await outcomeOf()).toBe('reported');
  });
});

describe('while the provider is down', () => {
  it('a confirmation is used for up to an hour', async () => {
    const confirmed = await world.lookUp();
    world.graph.setFault({ kind: 'unavailable' });
    world.advance(5 * minute - 1);
    expect(await world.lookUp()).toEqual(confirmed);
    world.advance(1);
    expect(await world.lookUp()).toEqual({ ...confirmed, stale: true });
    world.advance(55 * minute - second);
    expect(await world.lookUp()).toEqual({ ...confirmed, stale: true });
    world.advance(second);
    expect(await world.lookUp()).toEqual({ ...confirmed, stale: true });
    world.advance(1);
    expect(await world.lookUp()).toEqual(unavailable);
  });

  it('a confirmation is used also with the circuit open and without a token', async () => {
    await world.lookUp({ userObjectId: BOB });
    world.advance(50 * minute);
    const confirmed = await world.lookUp();
    world.idp.setFault({ kind: 'unavailable' });
    // 90 minutes is the maximum age of a token.
    world.advance(40 * minute);
    for (let failures = 0; failures < 6; failures += 1) {
      expect(await world.lookUp()).toEqual({ ...confirmed, stale: true });
    }
    expect([world.tokenRequests(), world.graphRequests()]).toEqual([11, 2]);
  });

  it('only a confirmation of the requested plan is used', async () => {
    expect(await outcomeOf({ userObjectId: BOB })).toBe('reported');
    expect(await outcomeOf({ serviceIdentifier: 'another' })).toBe('reported');
    world.graph.setFault({ kind: 'unavailable' });
    world.advance(minute);
    expect(await outcomeOf({ userObjectId: BOB })).toBe('unavailable');
    expect(await outcomeOf({ serviceIdentifier: 'another' })).toBe('unavailable');
  });

  it('a revoked confirmation is not used', async () => {
    await world.lookUp();
    world.advance(5 * minute);
    world.graph.setFault({ kind: 'empty' });
    expect(await world.lookUp()).toMatchObject({ outcome: 'reported', rights: [] });
    world.graph.setFault({ kind: 'unavailable' });
    world.advance(minute);
    expect(await world.lookUp()).toEqual(unavailable);
  });
});
