import { ErrorCode, OpenFeature, ProviderEvents, ProviderStatus } from '@openfeature/server-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TesseraProvider } from './openfeature.ts';
import { type FakeTessera, fakeTessera } from './testing.ts';

let tessera: FakeTessera;
beforeEach(async () => {
  tessera = fakeTessera();
  tessera.tenant('contoso').has({
    plan: 'standard-monthly',
    capabilities: ['scheduling'],
    limits: { pipelines: 25 },
    raw: {
      capabilities: { scheduling: true, 'audit-trail': false },
      edition: { slug: 'standard', name: 'Standard', rank: 20 },
    },
  });
  await OpenFeature.setProviderAndWait(new TesseraProvider(tessera));
});
afterEach(() => OpenFeature.close());

const client = () => OpenFeature.getClient();
const contoso = { targetingKey: 'contoso' };
const nobody = { targetingKey: 'never-seen' };

describe('flags', () => {
  it('are capabilities, limits, edition and plan', async () => {
    expect(await client().getBooleanValue('scheduling', false, contoso)).toBe(true);
    expect(await client().getBooleanValue('audit-trail', true, contoso)).toBe(false);
    expect(await client().getNumberValue('pipelines', 0, contoso)).toBe(25);
    expect(await client().getStringValue('edition', 'none', contoso)).toBe('standard');
    expect(await client().getStringValue('plan', 'none', contoso)).toBe('standard-monthly');
  });

  it('have the reason why', async () => {
    const details = () => client().getBooleanDetails('scheduling', false, contoso);
    expect(await details()).toMatchObject({ value: true, reason: 'TARGETING_MATCH' });
    expect(await details()).toMatchObject({
      value: true,
      reason: 'CACHED',
      flagMetadata: { asOf: '2026-01-01T00:00:00.000Z', version: 1 },
    });
    tessera.stopService();
    expect(await details()).toMatchObject({ value: true, reason: 'STALE' });
    tessera.clock.advance('73h');
    expect(await details()).toMatchObject({ value: false, reason: 'STALE' });
    expect(await client().getNumberDetails('pipelines', 3, contoso)).toMatchObject({
      value: 3,
      reason: 'STALE',
    });
  });

  it('deny a tenant that holds nothing, whatever the default value', async () => {
    expect(await client().getBooleanDetails('scheduling', true, nobody)).toMatchObject({
      value: false,
      reason: 'DEFAULT',
    });
    expect(await client().getNumberDetails('pipelines', 3, nobody)).toMatchObject({
      value: 3,
      reason: 'DEFAULT',
    });
    expect(await client().getStringDetails('edition', 'none', nobody)).toMatchObject({
      value: 'none',
      reason: 'DEFAULT',
    });
  });
});

describe('errors', () => {
  it('name a flag that no plan has', async () => {
    const expected = { reason: 'ERROR', errorCode: ErrorCode.FLAG_NOT_FOUND };
    expect(await client().getBooleanDetails('polls', true, contoso)).toMatchObject({
      value: true,
      ...expected,
    });
    expect(await client().getNumberDetails('polls', 7, contoso)).toMatchObject({ value: 7, ...expected });
    expect(await client().getStringDetails('polls', '', contoso)).toMatchObject({ value: '', ...expected });
  });

  it('name a missing targeting key', async () => {
    expect(await client().getBooleanDetails('scheduling', true)).toMatchObject({
      value: true,
      errorCode: ErrorCode.TARGETING_KEY_MISSING,
    });
  });

  it('name another type', async () => {
    const expected = { reason: 'ERROR', errorCode: ErrorCode.TYPE_MISMATCH };
    expect(await client().getBooleanDetails('pipelines', true, contoso)).toMatchObject(expected);
    expect(await client().getBooleanDetails('edition', true, contoso)).toMatchObject(expected);
    expect(await client().getNumberDetails('scheduling', 1, contoso)).toMatchObject(expected);
    expect(await client().getStringDetails('scheduling', '', contoso)).toMatchObject(expected);
    expect(await client().getStringDetails('pipelines', '', contoso)).toMatchObject(expected);
    expect(await client().getObjectDetails('scheduling', {}, contoso)).toMatchObject(expected);
  });

  it('give the default value for a tenant of which nothing is known in an outage', async () => {
    tessera.stopService();
    expect(await client().getBooleanDetails('scheduling', true, nobody)).toMatchObject({
      value: true,
      reason: 'ERROR',
      errorCode: ErrorCode.GENERAL,
    });
  });
});

describe('events', () => {
  it('report changes, an outage and its end', async () => {
    const events: unknown[] = [];
    for (const name of [ProviderEvents.ConfigurationChanged, ProviderEvents.Stale, ProviderEvents.Ready]) {
      client().addHandler(name, (details) => void events.push([name, details?.metadata ?? {}]));
    }
    // A handler of PROVIDER_READY runs at once if the provider is ready.
    events.length = 0;
    tessera.tenant('contoso').hasNothing();
    tessera.stopService();
    expect(client().providerStatus).toBe(ProviderStatus.STALE);
    tessera.startService();
    expect(client().providerStatus).toBe(ProviderStatus.READY);
    expect(events).toEqual([
      ['PROVIDER_CONFIGURATION_CHANGED', { product: 'product', tenantId: 'contoso' }],
      ['PROVIDER_STALE', {}],
      ['PROVIDER_READY', {}],
    ]);
  });

  it('end when the provider is closed', async () => {
    const events: unknown[] = [];
    client().addHandler(ProviderEvents.Stale, (details) => void events.push(details));
    await OpenFeature.close();
    tessera.stopService();
    expect(events).toEqual([]);
  });
});

describe('tracking', () => {
  it('tracks a unit of the tenant', () => {
    client().track('rows-moved', contoso, { value: 12.5, id: 'job-1', colour: 'red' });
    client().track('api-calls', contoso);
    expect(tessera.tracked()).toMatchObject([
      { tenantId: 'contoso', dimension: 'rows-moved', quantity: 12.5, id: 'job-1' },
      { tenantId: 'contoso', dimension: 'api-calls' },
    ]);
    expect(tessera.tracked()[0]).not.toHaveProperty('colour');
  });

  it('ignores a unit of nobody', () => {
    client().track('rows-moved', {}, { value: 1 });
    expect(tessera.tracked()).toEqual([]);
  });
});
