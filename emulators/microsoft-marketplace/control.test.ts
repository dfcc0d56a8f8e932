import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../shell/journal.ts';
import { type EmulatorUnderTest, startEmulatorUnderTest } from './emulator-under-test.fixture.ts';
import type { AcceptedEvent } from './metering/accepted-event.ts';
import { createUsageLedger } from './metering/usage-ledger.ts';
import { sampleMarketplace, subscribed } from './sample-directory.ts';

let world: EmulatorUnderTest;
beforeAll(async () => {
  world = await startEmulatorUnderTest();
});
afterAll(() => world.stop());

const event = {
  resourceId: subscribed,
  planId: 'team',
  dimension: 'projects',
  quantity: 12.5,
  effectiveStartTime: '2026-11-15T08:00:00',
};
const wingtip = {
  id: 'wingtip',
  tenantId: 'f90a1b2c-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
  clientId: '0b1c2d3e-4f5a-4b6c-8d7e-8f9a0b1c2d3e',
  offers: [{ id: 'toys', name: 'Toys & <more>', plans: [{ id: 'all', dimensions: ['dolls'] }] }],
};
const dolls = {
  id: '44444444-4444-4444-8444-000000000001',
  publisherId: 'wingtip',
  offerId: 'toys',
  planId: 'all',
};

describe('the control surface', () => {
  it('registers publishers and subscriptions, whose usage is accepted at once', async () => {
    expect((await world.command('publishers', 'POST', wingtip)).status).toBe(200);
    const registered = await world.command('subscriptions', 'POST', dolls);
    expect(registered.status).toBe(200);
    expect(await registered.json()).toMatchObject({ ...dolls, state: 'Subscribed' });
    const authorization = `Bearer ${await world.tokenOf(wingtip.tenantId, wingtip.clientId)}`;
    const body = JSON.stringify({ ...event, resourceId: dolls.id, planId: 'all', dimension: 'dolls' });
    const response = await world.call('usageEvent', { method: 'POST', body, headers: { authorization } });
    expect(response.status).toBe(200);
  });

  it('changes states', async () => {
    const change = (id: string, state: string) => world.command(`subscriptions/${id}/state?state=${state}`);
    const changed = await change(subscribed, 'Suspended');
    expect(await changed.json()).toMatchObject({ id: subscribed, state: 'Suspended' });
    expect((await world.send(event)).status).toBe(400);
    await change(subscribed.toUpperCase(), 'Subscribed');
    expect((await world.send(event)).status).toBe(200);
    expect((await change(subscribed, 'Odd')).status).toBe(400);
    expect((await change('nobody', 'Suspended')).status).toBe(400);
  });

  it('shows the state', async () => {
    world.marketplace.setFault({ kind: 'failing', share: 0 });
    expect(await (await world.command('state', 'GET')).json()).toMatchObject({
      publishers: [...sampleMarketplace.publishers, wingtip],
      subscriptions: expect.arrayContaining([
        expect.objectContaining({ id: subscribed, state: 'Subscribed' }),
      ]),
      usageEvents: expect.arrayContaining([expect.objectContaining(event)]),
      faults: [{ kind: 'failing', share: 0 }],
      calls: expect.arrayContaining([
        expect.objectContaining({ path: '/api/usageEvent', publisherId: 'contoso', outcomes: 'Accepted 1' }),
      ]),
    });
    expect((await world.command('faults?kind=none')).status).toBe(200);
  });

  it.each([
    ['publishers', undefined],
    ['publishers', []],
    ['publishers', { ...wingtip, clientId: 'x' }],
    ['publishers', { ...wingtip, offers: 1 }],
    ['publishers', { ...wingtip, offers: [1] }],
    ['publishers', { ...wingtip, offers: [{ id: 'x', plans: [{ id: 'x' }] }] }],
    ['subscriptions', {}],
    ['subscriptions', { ...dolls, id: 'x' }],
    ['subscriptions', { ...dolls, publisherId: 'nobody' }],
    ['subscriptions', { ...dolls, planId: 'none' }],
    ['subscriptions', { ...dolls, state: 'Odd' }],
  ])('refuses %s like %o', async (command, body) => {
    const response = await world.command(command, 'POST', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  it('refuses unknown commands', async () => {
    expect((await world.command('state')).status).toBe(404);
    expect((await world.command('', 'GET')).status).toBe(404);
  });
});

describe('the page', () => {
  it('shows the whole state, without scripts', async () => {
    world.marketplace.setFault({ kind: 'throttled', times: 3, share: 0 });
    const response = await fetch(world.marketplace.url);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    for (const text of [
      'contoso',
      subscribed,
      '12.5',
      '2026-11-15 08:00',
      'POST /api/usageEvent',
      'throttled',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('<script');
    world.marketplace.clearFaults();
  });

  it('escapes names', async () => {
    const odd = { id: '<b>"odd"', plans: [{ id: 'x', dimensions: ['<i>'] }] };
    await world.command('publishers', 'POST', { ...wingtip, id: 'odd', offers: [odd] });
    const page = await (await fetch(world.marketplace.url)).text();
    expect(page).not.toContain('<b>');
    expect(page).toContain('&#60;b&#62;&#34;odd&#34; / x: &#60;i&#62;');
  });
});

describe('the journal', () => {
  it('stores accepted events between runs, and drops half a line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'marketplace-'));
    const path = join(folder, 'usage.jsonl');
    const accepted: AcceptedEvent = {
      ...event,
      usageEventId: 'first',
      messageTime: '2026-11-15T09:00:00.000Z',
      publisherId: 'contoso',
      offerId: 'planner',
      hour: '2026-11-15T08:00:00.000Z',
    };
    const first = openJournal<AcceptedEvent>(path);
    createUsageLedger(first).add(accepted);
    first.close();
    await writeFile(path, `${await readFile(path, 'utf8')}{"usageEventId":"ha`);

    const second = openJournal<AcceptedEvent>(path);
    const ledger = createUsageLedger(second);
    expect(ledger.find(accepted)).toEqual(accepted);
    ledger.add({ ...accepted, usageEventId: 'second', dimension: 'exports' });
    second.close();

    const third = openJournal<AcceptedEvent>(path);
    expect(third.read().map(({ usageEventId }) => usageEventId)).toEqual(['first', 'second']);
    third.close();
    await rm(folder, { recursive: true });
  });
});
