import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { revisePlan } from '../../../tests/support/worlds/revise-plan.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { Witness } from '../../../tests/support/worlds/witness.ts';
import { changeProduct } from '../../actions/catalogue/change-catalogue.ts';
import { previewImpact } from '../../actions/catalogue/preview-impact.ts';
import { endDueSubscriptions } from '../../actions/subscriptions/due-subscriptions.ts';
import { withProduct } from '../../core/catalogue/edit.ts';
import { addMapping } from '../../core/catalogue/product-edit.ts';
import type { LicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import { saveConnection } from '../marketplace/connections.ts';
import { saveLicence } from '../marketplace/licences.ts';
import { loadEntitlement, loadEntitlementAsOf } from './entitlements.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

const hour = 3_600_000;

const accounts = {
  Microsoft: {
    authUrl: 'https://login.example',
    marketplaceUrl: 'https://marketplace.example',
    tenantId: randomUUID(),
    clientId: randomUUID(),
    credentialKind: 'secret',
    seller: null,
  },
  Aws: {
    credentialKind: 'accessKey',
    seller: {
      sellerAccount: '111122223333',
      region: 'us-east-1',
      accessKeyId: 'AKIACONTOSOEMULATED1',
      roleArn: null,
      externalId: randomUUID(),
      endpointUrl: null,
      sendZeros: false,
      eventSecrets: { current: new Uint8Array(32), previous: null },
    },
  },
} as const;

it.each(['Microsoft', 'Aws'] as const)('names the kind of its connection: %s', async (kind) => {
  const workspaceId = await books.workspace();
  const { tenantId } = await books.createActive(workspaceId, {
    plan: 'premium',
    source: 'Marketplace',
    quantity: 5,
    marketplaceSubscriptionId: randomUUID(),
  });
  const without = { sourceName: 'Marketplace', offerId: 'forum-offer', kind: 'Microsoft' };
  expect((await books.answer(workspaceId, tenantId)).marketplace).toEqual(without);
  await saveConnection(
    books.database,
    {
      workspaceId,
      connectionId: randomUUID(),
      kind,
      sourceName: 'Marketplace',
      ...accounts[kind],
      sealedClientSecret: new Uint8Array(1),
      credentialEndsAt: null,
      acceptsUnsignedCalls: false,
    },
    books.clock.now(),
  );
  const named = { ...without, kind };
  expect((await books.answer(workspaceId, tenantId)).marketplace).toEqual(named);
  const now = books.clock.now();
  expect((await books.answerAsOf(workspaceId, tenantId, now)).marketplace).toEqual(named);
});

describe('a plan that is sold at several connections', () => {
  const licence = (number: number) =>
    `arn:aws:license-manager::294406891311:license:l-${number}` as LicenceArn;
  const connections = [
    ['Arcade', 'Aws', 'arcade-code'],
    ['Marketplace', 'Microsoft', 'forum-offer'],
    ['Shop', 'Aws', 'shop-code'],
  ] as const;
  const marketplaceOf = (sourceName: string) => {
    const [, kind, offerId] = connections.find(([name]) => name === sourceName) ?? connections[0];
    return { sourceName, offerId, kind };
  };

  /** Three customers of the plan, one of each connection, before the plan is mapped to the others. */
  async function customers() {
    const workspaceId = await books.workspace();
    const { now } = books.context;
    for (const [sourceName, kind] of connections) {
      const connection = { workspaceId, connectionId: randomUUID(), kind, sourceName, ...accounts[kind] };
      const rest = {
        sealedClientSecret: new Uint8Array(1),
        credentialEndsAt: null,
        acceptsUnsignedCalls: false,
      };
      await saveConnection(books.database, { ...connection, ...rest }, now);
    }
    for (const [sourceName, number] of [
      ['Arcade', 1],
      ['Shop', 2],
    ] as const) {
      const seen = {
        licence: licence(number),
        productCode: marketplaceOf(sourceName).offerId,
        account: '444455556666',
      };
      await saveLicence(books.database, { workspaceId, sourceName }, seen, now);
    }
    const buy = async (marketplaceSubscriptionId: string) => {
      const order = {
        plan: 'premium',
        source: 'Marketplace',
        quantity: 5,
        marketplaceSubscriptionId,
      } as const;
      return (await books.createActive(workspaceId, order)).tenantId;
    };
    const tenants = [
      ['Arcade', await buy(licence(1))],
      ['Marketplace', await buy(randomUUID())],
      ['Shop', await buy(licence(2))],
    ] as const;
    return { workspaceId, tenants };
  }

  const mappingTo = (sourceName: string) => {
    const { offerId } = marketplaceOf(sourceName);
    return { mappingId: randomUUID(), sourceName, offerId, planId: 'plan-1', dimensions: [] };
  };
  const mapTo = async (workspaceId: string, sourceName: string) => {
    const basis = { product: 'forum', revision: 'any' } as const;
    const edit = addMapping('premium', mappingTo(sourceName));
    done(await changeProduct(books.context, workspaceId, basis, edit));
  };

  const eventsOf = async (workspaceId: string) => {
    const { rows } = await sql<{ data: { tenantId: string; marketplace: unknown } }>`
      select data from events where workspace_id = ${workspaceId} order by event_id`.execute(books.database);
    return rows;
  };

  it('names the one that sold it, now and as of earlier times', async () => {
    const { workspaceId, tenants } = await customers();
    const before = books.clock.now();
    books.clock.forward(hour);
    for (const sourceName of ['Arcade', 'Shop']) await mapTo(workspaceId, sourceName);
    for (const [sourceName, tenantId] of tenants) {
      const expected = marketplaceOf(sourceName);
      expect((await books.answer(workspaceId, tenantId)).marketplace).toEqual(expected);
      for (const moment of [before, books.clock.now()]) {
        expect((await books.answerAsOf(workspaceId, tenantId, moment)).marketplace).toEqual(expected);
      }
    }
  });

  it('changes no answer when it is mapped to another, and its events name the one that sold it', async () => {
    const { workspaceId, tenants } = await customers();
    const { length: written } = await eventsOf(workspaceId);
    books.clock.forward(hour);
    const edit = withProduct('forum', addMapping('premium', mappingTo('Arcade')));
    const preview = await previewImpact(books.database, workspaceId, edit, books.clock.now());
    expect(preview).toMatchObject({ answers: { compared: tenants.length, changed: 0 } });
    await mapTo(workspaceId, 'Arcade');
    expect((await eventsOf(workspaceId)).slice(written)).toEqual([]);
    await books.revise(workspaceId, 'premium', { name: 'Premium again' });
    const events = (await eventsOf(workspaceId)).slice(written);
    expect(new Map(events.map(({ data }) => [data.tenantId, data.marketplace]))).toEqual(
      new Map(tenants.map(([sourceName, tenantId]) => [tenantId, marketplaceOf(sourceName)])),
    );
  });
});

describe('an entitlement as of an earlier time', () => {
  it('equals the answer given at that time', async () => {
    const workspaceId = await books.workspace();
    const tenantId = randomUUID();
    const witness = new Witness(books, workspaceId, tenantId);
    const revise = (changes: Parameters<typeof revisePlan>[4]) =>
      revisePlan(books.context, workspaceId, 'forum', 'basic', changes);

    await witness.wait(hour);
    const trial = await books.create(workspaceId, {
      tenantId,
      isTrial: true,
      trialEndsAt: books.in(3 * day),
    });
    await witness.wait(hour);
    await books.move(trial, { type: 'activate' });
    await witness.wait(hour);
    await revise({ capabilities: { search: false } });
    await witness.wait(hour);
    await books.move(trial, { type: 'renew', term: { validUntil: books.in(9 * day), renewsItself: false } });
    await witness.wait(hour);
    await books.move(trial, { type: 'changePlan', plan: 'premium' });
    await witness.wait(hour);
    const second = await books.createActive(workspaceId, { tenantId, validUntil: books.in(5 * day) });
    await witness.wait(hour);
    await books.move(trial, { type: 'suspend' });
    await witness.wait(hour);
    await revise({ name: 'Basic again', capabilities: { search: true, export: true } });
    await witness.wait(hour);
    await books.move(trial, { type: 'reinstate' });
    await witness.wait(hour);
    await books.move(second, { type: 'cancelAtTermEnd' });
    // Both end within this time; the sweep runs days later.
    await witness.wait(20 * day);
    expect(await endDueSubscriptions(books.context)).toBe(2);
    await witness.wait(hour);

    expect(await books.answer(workspaceId, tenantId)).toMatchObject({
      status: 'Expired',
      accessLevel: 'None',
    });
    expect(witness.moments).toBeGreaterThan(20);
    await witness.expectTheSameAsOf();
  });

  it('is None before the first subscription, changes within its millisecond, and is None for an unknown tenant', async () => {
    const workspaceId = await books.workspace();
    const { tenantId } = await books.create(workspaceId);
    const bought = books.clock.now();
    const just = await books.answerAsOf(workspaceId, tenantId, new Date(bought.getTime() - 1));
    expect(just).toMatchObject({ status: 'None', version: 0 });
    expect(await books.answerAsOf(workspaceId, tenantId, bought)).toMatchObject({
      status: 'Pending',
      version: 1,
    });
    expect(await books.answerAsOf(workspaceId, randomUUID(), bought)).toMatchObject({
      status: 'None',
      version: 0,
    });
  });

  it('contains nothing of another workspace', async () => {
    const workspaceId = await books.workspace();
    const elsewhere = await books.workspace();
    const { tenantId } = await books.createActive(workspaceId);
    const now = books.clock.now();
    expect(await books.answer(elsewhere, tenantId)).toMatchObject({ status: 'None', version: 0 });
    expect(await books.answerAsOf(elsewhere, tenantId, now)).toMatchObject({ status: 'None', version: 0 });
    expect(await loadEntitlement(books.database, elsewhere, 'unheard-of', tenantId)).toBeUndefined();
    expect(await loadEntitlementAsOf(books.database, elsewhere, 'unheard-of', tenantId, now)).toBeUndefined();
  });
});
