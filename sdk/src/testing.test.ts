import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { TesseraUnavailable } from './errors.ts';
import { fakeTessera, type PlansByProduct } from './testing.ts';

const plans: PlansByProduct = {
  aqueduct: {
    'standard-monthly': {
      name: 'Standard, monthly',
      edition: { slug: 'standard', name: 'Standard', rank: 20 },
      licenceModel: 'TenantWide',
      capabilities: { scheduling: true, 'audit-trail': false },
      limits: { pipelines: 25 },
    },
  },
  forum: {
    'team-seats': {
      name: 'Team, per seat',
      edition: { slug: 'team', name: 'Team', rank: 10 },
      licenceModel: 'Seats',
      capabilities: { polls: true },
      limits: {},
    },
  },
};

const created = () => fakeTessera({ product: 'aqueduct', plans });

describe('entitlements', () => {
  it('are those of the plan', async () => {
    const tessera = created().tenant('contoso').has({ plan: 'standard-monthly' });
    const held = await tessera.entitlement('contoso');
    expect([held.can('scheduling'), held.can('audit-trail'), held.limit('pipelines')]).toEqual([
      true,
      false,
      25,
    ]);
    expect(held).toMatchObject({ accessLevel: 'Full', edition: { slug: 'standard' }, stale: false });
    expect(held.asOf).toEqual(tessera.clock.now());
    expect(held.raw).toMatchObject({ tenantId: 'contoso', status: 'Active', licenceOutcome: 'Licensed' });
  });

  it('have what the test adds to the plan', async () => {
    const tessera = created()
      .tenant('contoso')
      .has({
        plan: 'standard-monthly',
        capabilities: ['audit-trail'],
        limits: { pipelines: 3 },
        raw: { isTrial: true },
      });
    const held = await tessera.entitlement('contoso');
    expect([held.can('scheduling'), held.can('audit-trail'), held.limit('pipelines')]).toEqual([
      true,
      true,
      3,
    ]);
    expect(held.raw?.isTrial).toBe(true);
  });

  it('are none for a tenant that holds nothing, and without access', async () => {
    const tessera = created();
    tessera.tenant('fabrikam').has({ plan: 'standard-monthly', accessLevel: 'None' });
    for (const tenantId of ['never-seen', 'fabrikam']) {
      const held = await tessera.entitlement(tenantId);
      expect([held.can('scheduling'), held.limit('pipelines'), held.accessLevel]).toEqual([
        false,
        undefined,
        'None',
      ]);
    }
    tessera.tenant('fabrikam').has({ plan: 'standard-monthly', accessLevel: 'ReadOnly' });
    expect((await tessera.entitlement('fabrikam')).raw?.status).toBe('Suspended');
  });

  it('end when the clock says so', async () => {
    const tessera = created();
    const validUntil = new Date('2026-01-02T00:00:00Z');
    tessera.tenant('contoso').has({ plan: 'standard-monthly', validUntil });
    tessera.clock.advance('23h');
    expect((await tessera.entitlement('contoso')).can('scheduling')).toBe(true);
    tessera.clock.set(validUntil);
    expect((await tessera.entitlement('contoso')).raw?.status).toBe('Expired');
  });

  it('emit what the client would emit', async () => {
    const tessera = created();
    const events: unknown[] = [];
    for (const name of ['changed', 'miss', 'hit', 'connected', 'disconnected', 'stale'] as const) {
      tessera.on(name, (event) => events.push([name, 'version' in event && event.version]));
    }
    tessera.tenant('contoso').has({ plan: 'standard-monthly' });
    await tessera.entitlement('contoso');
    tessera.tenant('contoso').hasNothing();
    tessera.stopService();
    await tessera.entitlement('contoso');
    tessera.startService();
    expect(events).toEqual([
      ['changed', 1],
      ['miss', false],
      ['changed', 2],
      ['disconnected', false],
      ['hit', false],
      ['stale', false],
      ['connected', false],
    ]);
  });
});

describe('eligibility', () => {
  it.each([
    ['contoso', { userObjectId: 'anybody' }, true, 'TenantWideEntitlement'],
    ['contoso', { plan: 'another' }, false, 'PlanMismatch'],
    ['fabrikam', { email: 'bea@fabrikam.example' }, true, 'SeatAssigned'],
    ['fabrikam', { userObjectId: 'somebody' }, false, 'NoSeatAssigned'],
    ['adatum', { userObjectId: 'somebody' }, false, 'NoSeatAssigned'],
    ['litware', { userObjectId: 'licensed' }, true, 'IdpLicensed'],
    ['litware', { userObjectId: 'somebody' }, false, 'IdpNotLicensed'],
    ['never-seen', { userObjectId: 'anybody' }, false, 'TenantNotEntitled'],
  ])('of %s for %j is %s by %s', async (tenantId, query, isEligible, reason) => {
    const tessera = fakeTessera({ product: 'forum', plans });
    tessera.tenant('contoso').has({});
    tessera.tenant('fabrikam').has({ seats: ['bea@fabrikam.example'] });
    tessera.tenant('adatum').has({ plan: 'team-seats' });
    tessera.tenant('litware').has({ seats: ['licensed'], raw: { licenceModel: 'IdpManaged' } });
    expect(await tessera.eligible(tenantId, query)).toEqual({ isEligible, reason, stale: false });
  });
});

describe('usage', () => {
  it('is rounded as the client rounds it, and refused where the client throws', async () => {
    const tessera = created();
    await tessera.track('contoso', 'rows-moved', 0.1 + 0.2);
    expect(tessera.tracked()).toMatchObject([{ quantity: 0.3 }]);
    await expect(tessera.track('contoso', 'rows-moved', -1)).rejects.toThrow(
      'quantity of tracked usage is -1',
    );
    expect(await tessera.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
    expect(await tessera.flush()).toEqual({ sent: 0, refused: 0, dropped: 0 });
  });

  it('is what the test says and what is tracked', async () => {
    const tessera = created();
    tessera.tenant('contoso').has({ usage: { 'rows-moved': { used: 90, included: 100 } } });
    await tessera.track('contoso', 'rows-moved', 12.5, { id: 'job-1' });
    tessera.clock.advance('1m');
    await tessera.track('contoso', 'rows-moved');
    await tessera.track('fabrikam', 'rows-moved', 5);
    expect((await tessera.usage('contoso'))['rows-moved']).toMatchObject({
      used: 103.5,
      included: 100,
      remaining: 0,
      overage: 3.5,
    });
    const common = { product: 'aqueduct', dimension: 'rows-moved' };
    expect(tessera.tracked()).toEqual([
      { ...common, id: 'job-1', tenantId: 'contoso', quantity: 12.5, occurredAt: '2026-01-01T00:00:00.000Z' },
      { ...common, id: 'event-2', tenantId: 'contoso', occurredAt: '2026-01-01T00:01:00.000Z' },
      { ...common, id: 'event-3', tenantId: 'fabrikam', quantity: 5, occurredAt: '2026-01-01T00:01:00.000Z' },
    ]);
  });
});

describe('an outage', () => {
  it('makes answers stale, and ends them after 72 hours', async () => {
    const tessera = created().tenant('contoso').has({ plan: 'standard-monthly' });
    const stoppedAt = tessera.clock.now();
    tessera.stopService();
    tessera.clock.advance('72h');
    const held = await tessera.entitlement('contoso');
    expect([held.can('scheduling'), held.stale, held.asOf]).toEqual([true, true, stoppedAt]);

    tessera.clock.advance(1);
    const later = await tessera.entitlement('contoso');
    expect([later.can('scheduling'), later.stale, later.raw]).toEqual([false, true, undefined]);
    expect(await tessera.eligible('contoso', {})).toEqual({
      isEligible: false,
      reason: 'Unavailable',
      stale: true,
    });

    tessera.startService();
    expect((await tessera.entitlement('contoso')).can('scheduling')).toBe(true);
  });

  it('leaves nothing for a tenant that was never set up', async () => {
    const tessera = created();
    tessera.stopService();
    await expect(tessera.entitlement('contoso')).rejects.toThrow(TesseraUnavailable);
    await expect(tessera.flush()).rejects.toThrow(TesseraUnavailable);
    await tessera.track('contoso', 'rows-moved');
    expect(tessera.tracked()).toHaveLength(1);
  });
});

it('webhooks are verified', async () => {
  const secret = `whsec_${btoa('a secret for tests')}`;
  const handle = created().webhook(secret);
  const body = JSON.stringify({ type: 'entitlement.changed', timestamp: '2026-01-01T00:00:00Z', data: {} });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg-1', now, body),
  };
  const send = (sent: HeadersInit) =>
    handle(new Request('https://application.example/webhook', { method: 'POST', body, headers: sent }));
  expect([(await send(headers)).status, (await send({})).status]).toEqual([204, 401]);
});

describe('reservations', () => {
  const limited = () =>
    fakeTessera()
      .tenant('contoso')
      .has({ usage: { 'api-calls': { used: 5, limit: 10, setBy: 'Partner' } } });

  it('are granted up to the limit, and tracked when they are committed', async () => {
    const fake = limited();
    const first = await fake.reserve('contoso', 'api-calls', 4);
    expect(first).toMatchObject({ isGranted: true, remaining: 1, failedOpen: false });
    expect(await fake.reserve('contoso', 'api-calls', 2)).toEqual({
      isGranted: false,
      reason: 'LimitReached',
      limit: 10,
      used: 5,
      reserved: 4,
      remaining: 1,
      resetsAt: null,
      retryAfter: null,
      setBy: 'Partner',
    });
    if (first.isGranted) await first.commit(1);
    expect(fake.tracked()).toMatchObject([{ tenantId: 'contoso', dimension: 'api-calls', quantity: 1 }]);
    const second = await fake.reserve('contoso', 'api-calls', 4);
    expect(second).toMatchObject({ isGranted: true, remaining: 0 });
    if (second.isGranted) await second.release();
    expect(await fake.reserve('contoso', 'api-calls')).toMatchObject({ isGranted: true, remaining: 3 });
  });

  it('lapse by the clock of the test', async () => {
    const fake = limited();
    await fake.reserve('contoso', 'api-calls', 5, { ttl: '10s' });
    expect((await fake.reserve('contoso', 'api-calls')).isGranted).toBe(false);
    fake.clock.advance('10s');
    expect((await fake.reserve('contoso', 'api-calls', 5)).isGranted).toBe(true);
  });

  it('are allowed or refused in an outage, as failOpen says', async () => {
    const fake = limited();
    fake.stopService();
    expect(await fake.reserve('contoso', 'api-calls', 50)).toMatchObject({
      isGranted: true,
      failedOpen: true,
    });
    const closed = fakeTessera({ failOpen: false });
    closed.stopService();
    expect(await closed.reserve('contoso', 'api-calls')).toMatchObject({ reason: 'Unavailable' });
  });

  it('are refused as the service refuses them', async () => {
    const fake = limited();
    expect(await fake.reserve('contoso', 'api-calls', 11)).toMatchObject({ reason: 'QuantityOverLimit' });
    await expect(fake.reserve('adatum', 'api-calls')).rejects.toMatchObject({
      code: 'metering.subscription_not_found',
    });
    await expect(fake.reserve('contoso', 'api-calls', 0)).rejects.toMatchObject({
      code: 'metering.quantity_zero',
    });
  });
});
