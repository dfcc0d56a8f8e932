import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  day,
  holder,
  issuedAt,
  issuer,
  licenceClaims,
  licenceFile,
  revocationList,
  SigningKey,
} from '../../tests/support/licence-files.ts';
import type { EntitlementDocument, Journal, Store, StoredEntitlement, UsageEvent } from '../types.ts';
import { openOffline } from './open-offline.ts';
import type { OfflineEvent, OfflineOptions } from './types.ts';

const key = new SigningKey();
const minute = 60_000;
const hour = 60 * minute;
const year = 365 * 24 * hour;
const start = issuedAt * 1_000;

let now = start;
let events: OfflineEvent[] = [];
beforeEach(() => {
  now = start;
  events = [];
});

const types = () => events.splice(0).map(({ type }) => type);

const open = (claims: object, options: Partial<OfflineOptions> = {}) =>
  openOffline({
    product: 'aqueduct',
    licence: licenceFile(key.token(claims)),
    keys: key.jwks,
    issuer: `${issuer}/`,
    now: () => now,
    onEvent: (event) => events.push(event),
    ...options,
  });

/** As the store of files merges: the newest of each tenant. */
function memoryStore(): Store & { readonly entries: Map<string, StoredEntitlement> } {
  const entries = new Map<string, StoredEntitlement>();
  return {
    entries,
    load: async () => [...entries.values()],
    save(saved) {
      for (const entry of saved) {
        const known = entries.get(entry.tenantId);
        if (!known || known.confirmedAt <= entry.confirmedAt) entries.set(entry.tenantId, entry);
      }
    },
    remove: () => {},
    close: async () => {},
  };
}

describe('the answers', () => {
  it('are those of the connected client', async () => {
    const offline = await open(licenceClaims());
    expect([offline.can('scheduling'), offline.can('audit-trail'), offline.can('toString')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([offline.limit('pipelines'), offline.limit('users'), offline.limit('toString')]).toEqual([
      25,
      undefined,
      undefined,
    ]);
    expect(offline).toMatchObject({
      accessLevel: 'Full',
      stale: false,
      state: 'Active',
      source: 'licenceFile',
    });
    expect([offline.product, offline.tenantId, offline.edition?.slug]).toEqual([
      'aqueduct',
      holder,
      'standard',
    ]);
    expect(offline.asOf).toEqual(new Date(start));
    expect(offline.raw).toMatchObject({
      tenantId: holder,
      version: 7,
      evaluatedAt: '2026-11-15T09:00:00.000Z',
    });
    expect(offline.licence).toMatchObject({ issuer, version: 7, mode: 'Offline', bind: undefined });
    expect(offline.licence.graceEndsAt).toEqual(new Date(start + 61 * 24 * hour));
    expect(types()).toEqual([]);
  });

  const ends: readonly (readonly [
    string,
    object,
    Partial<EntitlementDocument>,
    string,
    boolean,
    number | undefined,
  ])[] = [
    ['what is signed: read only', { after: 'ReadOnly' }, {}, 'ReadOnly', true, 25],
    ['what is signed: nothing', { after: 'None' }, {}, 'None', false, undefined],
    [
      'no more than was signed',
      { after: 'ReadOnly' },
      { accessLevel: 'None', capabilities: {} },
      'None',
      false,
      25,
    ],
  ];
  it.each(ends)('after the grace period are %s', async (_name, claims, document, access, can, limit) => {
    const signed = licenceClaims(claims, document);
    const { accessLevel: before } = Object(signed.ent) as EntitlementDocument;
    const offline = await open(signed);
    now = start + 31 * 24 * hour - 1;
    expect([offline.accessLevel, offline.stale, types()]).toEqual([before, false, []]);
    now += 1;
    expect([offline.accessLevel, offline.stale, offline.state]).toEqual([before, true, 'Stale']);
    now = start + 61 * 24 * hour - 1;
    expect([offline.accessLevel, offline.stale]).toEqual([before, true]);
    now += 1;
    expect([offline.accessLevel, offline.stale, offline.state]).toEqual([access, true, 'Ended']);
    expect([offline.can('scheduling'), offline.limit('pipelines')]).toEqual([can, limit]);
    expect(events).toEqual([
      { type: 'stale', endsAt: new Date(start + 61 * 24 * hour) },
      { type: 'ended', accessLevel: access },
    ]);
  });

  it('of a file that ended before the start are those of its end', async () => {
    now = start + 400 * 24 * hour;
    const offline = await open(licenceClaims());
    expect([offline.state, offline.accessLevel, offline.can('scheduling')]).toEqual([
      'Ended',
      'ReadOnly',
      true,
    ]);
    expect(events).toEqual([{ type: 'ended', accessLevel: 'ReadOnly' }]);
  });

  it('are as signed and stale after the end of the subscription, as those of the connected client', async () => {
    const offline = await open(licenceClaims({}, { validUntil: new Date(start + 24 * hour).toISOString() }));
    expect(offline.stale).toBe(false);
    now += 24 * hour;
    expect([offline.stale, offline.accessLevel, types()]).toEqual([true, 'Full', ['stale']]);
  });

  it('go on when a listener throws', async () => {
    const offline = await open(licenceClaims(), {
      onEvent: () => {
        throw new Error('listener');
      },
    });
    now = start + 61 * 24 * hour;
    expect(offline.accessLevel).toBe('ReadOnly');
  });
});

describe('without a call', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('events are told, and the latest time is saved', async () => {
    vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const store = memoryStore();
    const offline = await openOffline({
      product: 'aqueduct',
      licence: key.token(licenceClaims({ exp: issuedAt + 90 })),
      keys: key.jwks,
      store,
      onEvent: (event) => events.push(event),
    });
    vi.advanceTimersByTime(minute);
    expect(types()).toEqual([]);
    vi.advanceTimersByTime(minute);
    expect(types()).toEqual(['stale']);
    expect(store.entries.get(holder)?.confirmedAt).toBe(start);
    vi.advanceTimersByTime(3 * minute);
    expect(store.entries.get(holder)?.confirmedAt).toBe(start + 5 * minute);
    await offline.close();
    vi.advanceTimersByTime(hour);
    expect(store.entries.get(holder)?.confirmedAt).toBe(start + 5 * minute);
  });
});

describe('a clock that is set back', () => {
  const cases = [
    ['by a minute', minute, 'Active'],
    ['by an hour', hour, 'Active'],
    ['by more than an hour', hour + 1, 'ClockSetBack'],
    ['by a year', year, 'ClockSetBack'],
  ] as const;

  it.each(cases)('%s, while the application runs', async (_name, by, state) => {
    const offline = await open(licenceClaims());
    now = start + 24 * hour;
    expect(offline.state).toBe('Active');
    now -= by;
    expect([offline.state, offline.accessLevel]).toEqual([state, state === 'Active' ? 'Full' : 'ReadOnly']);
    expect([offline.can('scheduling'), offline.limit('pipelines')]).toEqual([true, 25]);
    expect(types()).toEqual(state === 'Active' ? [] : ['clockSetBack']);
    now = start + 24 * hour - 1;
    expect(offline.state).toBe(state);
    now += 1;
    expect([offline.state, offline.accessLevel]).toEqual(['Active', 'Full']);
    expect(types()).toEqual(state === 'Active' ? [] : ['clockRestored']);
  });

  it.each(cases)('%s, while the application is stopped', async (_name, by, state) => {
    const store = memoryStore();
    const before = await open(licenceClaims(), { store });
    now = start + 24 * hour;
    await before.close();
    now -= by;
    expect((await open(licenceClaims(), { store })).state).toBe(state);
  });

  it('makes no file younger', async () => {
    const offline = await open(licenceClaims());
    now = start + 31 * 24 * hour;
    expect(offline.stale).toBe(true);
    now -= 30 * minute;
    expect(offline.stale).toBe(true);
  });
});

describe('another file', () => {
  const later = () => licenceClaims({ iat: issuedAt + day, nbf: issuedAt + day, exp: issuedAt + 90 * day });

  it('that is later replaces the one in force, also in the store', async () => {
    const store = memoryStore();
    const offline = await open(licenceClaims(), { store });
    now = start + 40 * 24 * hour;
    expect(offline.state).toBe('Stale');
    types();
    const next = later();
    expect(await offline.replace(licenceFile(key.token(next)))).toBe(true);
    expect([offline.state, offline.licence.jti, types()]).toEqual(['Active', next.jti, ['replaced']]);
    const restarted = await open(licenceClaims(), { store });
    expect([restarted.licence.jti, types()]).toEqual([next.jti, ['outdated']]);
    expect(await restarted.replace(licenceFile(key.token(next)))).toBe(true);
    expect(types()).toEqual([]);
  });

  it('is later by its version first, which never goes down', async () => {
    const store = memoryStore();
    const offline = await open(licenceClaims({ ver: 8 }), { store });
    now = start + 2 * 24 * hour;
    expect(await offline.replace(key.token(later()))).toBe(false);
    expect([offline.licence.version, types()]).toEqual([8, ['outdated']]);
    expect((await open(later(), { store })).licence.version).toBe(8);
    expect((await open(licenceClaims({ ver: 9 }), { store })).licence.version).toBe(9);
  });

  it('that is refused changes nothing', async () => {
    const offline = await open(licenceClaims());
    const otherTenant = licenceClaims();
    const ent = { ...Object(otherTenant.ent), tenantId: 'b0000000-0000-4000-8000-000000000002' };
    for (const text of ['', 'x.y.z', key.token({ ...otherTenant, sub: ent.tenantId, ent })]) {
      expect(await offline.replace(text)).toBe(false);
    }
    expect(events.map((event) => event.type === 'refused' && event.error.code)).toEqual([
      'missing',
      'malformed',
      'other_tenant',
    ]);
    expect(offline.state).toBe('Active');
  });

  it('that is refused at the start leaves the one of the store in force', async () => {
    const store = memoryStore();
    await open(licenceClaims(), { store });
    expect((await open({}, { store, licence: '' })).state).toBe('Active');
    expect(types()).toEqual(['refused']);
  });

  it('of the store is verified again', async () => {
    const store = memoryStore();
    await open(licenceClaims(), { store });
    const [entry] = store.entries.values();
    if (!entry) throw new Error('The file is stored');
    const forged = [
      { ...entry, token: new SigningKey().token(licenceClaims({ ver: 99 })) },
      { ...entry, token: 'x' },
      { ...entry, confirmedAt: Number.NaN },
      null as unknown as StoredEntitlement,
    ];
    for (const stored of forged) {
      store.entries.set(holder, stored);
      await expect(open({}, { store, licence: '' })).rejects.toMatchObject({ code: 'missing' });
    }
  });

  it('is found without a store that works', async () => {
    const failing: Store = {
      ...memoryStore(),
      load: () => Promise.reject(new Error('disk')),
      save: () => {
        throw new Error('disk');
      },
      close: () => Promise.reject(new Error('disk')),
    };
    const offline = await open(licenceClaims(), { store: failing });
    await offline.close();
    expect([offline.state, types()]).toEqual(['Active', ['error', 'error', 'error', 'error']]);
  });
});

describe('a revoked file', () => {
  it.each([
    ['ReadOnly', 'ReadOnly'],
    ['None', 'None'],
  ] as const)('gives what is signed for the end at once: %s', async (after, access) => {
    const claims = licenceClaims({ after });
    const offline = await open(claims, { revoked: revocationList(key, ['another', String(claims.jti)]) });
    expect([offline.state, offline.accessLevel, offline.stale]).toEqual(['Revoked', access, true]);
    expect(types()).toEqual(['revoked']);
  });

  it('is revoked while the application runs, and after a restart without the list', async () => {
    const store = memoryStore();
    const claims = licenceClaims();
    const offline = await open(claims, { store });
    expect(await offline.applyRevocationList(revocationList(key, ['another']))).toBe(false);
    now += 90 * 24 * hour;
    expect(await offline.applyRevocationList(`${revocationList(key, [String(claims.jti)])}\n`)).toBe(true);
    expect([offline.state, types()]).toEqual(['Revoked', ['revoked']]);
    expect((await open(claims, { store })).state).toBe('Revoked');
    types();
    const next = licenceClaims({
      iat: issuedAt + 90 * day,
      nbf: issuedAt + 90 * day,
      exp: issuedAt + 99 * day,
    });
    const replaced = await open(next, { store });
    expect([replaced.state, types()]).toEqual(['Active', ['replaced']]);
  });

  it('is revoked by a list that was given before it', async () => {
    const store = memoryStore();
    const next = licenceClaims({ iat: issuedAt + day, nbf: issuedAt, exp: issuedAt + 90 * day });
    const offline = await open(licenceClaims(), {
      store,
      revoked: revocationList(key, [String(next.jti)]),
    });
    await offline.applyRevocationList(revocationList(key, []));
    expect([offline.state, types()]).toEqual(['Active', []]);
    expect(await offline.replace(key.token(next))).toBe(true);
    expect([offline.state, offline.accessLevel, types()]).toEqual([
      'Revoked',
      'ReadOnly',
      ['replaced', 'revoked'],
    ]);
    expect((await open(next, { store })).state).toBe('Revoked');
  });

  it('is not revoked by a list that no key has signed, or of another kind or workspace', async () => {
    const claims = licenceClaims();
    const offline = await open(claims);
    const jti = String(claims.jti);
    const lists = [
      revocationList(new SigningKey(), [jti]),
      key.token({ iss: issuer, revoked: [{ jti }] }),
      revocationList(key, [jti], { iss: 'https://other.example/workspace' }),
      revocationList(key, [], { revoked: 'all' }),
      '',
    ];
    for (const list of lists) expect(await offline.applyRevocationList(list)).toBe(false);
    expect(events.map((event) => event.type === 'refused' && event.error.code)).toEqual([
      'unknown_key',
      'type_not_allowed',
      'other_issuer',
      'wrong_claims',
      'malformed',
    ]);
    expect(offline.state).toBe('Active');
  });
});

describe('track', () => {
  const journal = (append: Journal['append']): Journal => ({
    append,
    take: async () => [],
    settle: async () => {},
    close: async () => {},
  });

  it('writes to the journal, with the tenant of the file', async () => {
    const tracked: UsageEvent[] = [];
    const offline = await open(licenceClaims(), {
      journal: journal(async (event) => void tracked.push(event)),
    });
    await offline.track('api-calls', 0.1 + 0.2);
    await offline.track('api-calls', undefined, { id: 'job-1', occurredAt: new Date(start - hour) });
    expect(tracked).toMatchObject([
      {
        tenantId: holder,
        product: 'aqueduct',
        dimension: 'api-calls',
        quantity: 0.3,
        occurredAt: '2026-11-15T09:00:00.000Z',
      },
      { id: 'job-1', occurredAt: '2026-11-15T08:00:00.000Z' },
    ]);
    expect(Object.keys(tracked[0] ?? {}).sort()).toEqual([
      'dimension',
      'id',
      'occurredAt',
      'product',
      'quantity',
      'tenantId',
    ]);
  });

  it('tells of a journal that fails, and throws for wrong usage', async () => {
    const full = journal(() => Promise.reject(new Error('The disk is full')));
    const offline = await open(licenceClaims(), { journal: full });
    await offline.track('api-calls');
    expect(types()).toEqual(['error']);
    await expect(offline.track('api-calls', -1)).rejects.toMatchObject({ code: 'request.validation_failed' });
    await expect((await open(licenceClaims())).track('api-calls')).rejects.toMatchObject({
      name: 'TesseraConfigurationError',
    });
  });
});
