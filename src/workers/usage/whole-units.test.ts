import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contosoAccount, contosoKey } from '../../../emulators/aws-marketplace/sample-directory.ts';
import { done } from '../../../tests/support/done.ts';
import { testEncryptionKey } from '../../../tests/support/nodes/encryption-key.ts';
import { hour, minute, UnitShop } from '../../../tests/support/worlds/unit-shop.ts';
import { changeProduct } from '../../actions/catalogue/change-catalogue.ts';
import { addSellerConnection } from '../../actions/marketplace/sellers.ts';
import { closeHours } from '../../actions/usage/close-hours.ts';
import { hastenEndedUsage } from '../../actions/usage/hasten-ended.ts';
import { leaseUsageReconciliation } from '../../actions/usage/reconciliation.ts';
import { expireUsage, takeUsage, warnExpiringUsage } from '../../actions/usage/sending.ts';
import { addMapping, removeMapping } from '../../core/catalogue/product-edit.ts';
import { earlierExpiries, expiringHours, newestExpiring } from '../../core/usage/reports/window.ts';
import { listAttention } from '../../storage/overview/overview.ts';
import { loadUsageQueue } from '../../storage/usage/queue.ts';
import { listReports } from '../../storage/usage/report-list.ts';
import { sendZeros } from './send-zeros.ts';

let shop: UnitShop;
beforeAll(async () => {
  shop = await UnitShop.open();
});
afterAll(() => shop.close());

const afterHold = () => shop.books.clock.forward(15 * minute);
const send = async () => {
  await shop.dispatcher()();
};

describe('a marketplace of whole units', () => {
  it('is told whole units, and the remainder with a later hour', async () => {
    const customer = await shop.bought();
    await shop.report(customer, [
      [5, 0.4],
      [4, 2.7],
      [3, 0.9],
      [2, 1],
    ]);
    afterHold();
    for (let round = 0; round < 4; round += 1) await send();
    expect(await shop.reports(customer)).toEqual([
      [0.4, 0, 'Accepted'],
      [2.7, 3, 'Accepted'],
      [0.9, 1, 'Accepted'],
      [1, 1, 'Accepted'],
    ]);
    expect(shop.told(customer)).toEqual([3, 1, 1]);
  });

  it('is told zero where the connection says so', async () => {
    const { database } = shop.books;
    await database.updateTable('marketplace_connections').set({ send_zeros: true }).execute();
    const customer = await shop.bought();
    await shop.report(customer, [[3, 0.4]]);
    afterHold();
    await send();
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([[[0.4, 0, 'Accepted']], [0]]);
    await database.updateTable('marketplace_connections').set({ send_zeros: false }).execute();
  });

  it('is told zero for hours without usage shortly before they expire, once', async () => {
    const { database, clock } = shop.books;
    await database.updateTable('marketplace_connections').set({ send_zeros: true }).execute();
    const customer = await shop.bought();
    const work = sendZeros({
      context: () => shop.context,
      metering: shop.metering(),
      encryptionKey: testEncryptionKey,
    });
    const expiring = expiringHours(clock.now(), { kind: 'Aws' });
    await work();
    await work();
    // Two dimensions.
    expect(shop.told(customer)).toEqual(Array.from({ length: 2 * expiring.length }, () => 0));
    expect(expiring.length).toBeGreaterThan(0);
    await database.updateTable('marketplace_connections').set({ send_zeros: false }).execute();
    expect(await work()).toBe(false);
  });

  it('is told every zero that it takes, whatever it refuses or does not process', async () => {
    const { database, clock } = shop.books;
    await database.updateTable('marketplace_connections').set({ send_zeros: true }).execute();
    const customer = await shop.bought();
    const { context, metering } = { context: () => shop.context, metering: shop.metering() };
    const work = sendZeros({ context, metering, encryptionKey: testEncryptionKey });
    const error = 'InvalidUsageDimensionException';
    shop.aws.setFault({ kind: 'refused-batch', error, licenseArn: customer.licence, dimension: 'exports' });
    shop.aws.setFault({ kind: 'unprocessed', times: 1 });
    expect(await work()).toBe(false);
    for (let round = 0; round < 10 && (await work()); round += 1);
    const { length } = expiringHours(clock.now(), { kind: 'Aws' });
    expect(shop.told(customer)).toEqual(Array.from({ length }, () => 0));
    shop.aws.clearFaults();
    await database.updateTable('marketplace_connections').set({ send_zeros: false }).execute();
  });

  it('is told of one product in a call', async () => {
    const [one, other] = [await shop.bought(), await shop.bought('store')];
    await shop.report(one, [[3, 2]]);
    await shop.report(other, [[3, 4]], { dimension: 'requests' });
    afterHold();
    const calls: string[] = [];
    const dispatch = shop.dispatcher((metering) => ({
      ...metering,
      async sendBatch(connection, events) {
        const answer = await metering.sendBatch(connection, events);
        calls.push(answer.outcome);
        return answer;
      },
    }));
    await dispatch();
    expect([shop.told(one), shop.told(other), calls]).toEqual([[2], [4], ['answered', 'answered']]);
  });

  it('is told of the plan by the connection that sold it, of several', async () => {
    const { workspaceId } = shop.client;
    const seller = { sellerAccount: contosoAccount, region: 'eu-central-1', roleArn: null, sendZeros: false };
    done(
      await addSellerConnection(
        shop.context,
        workspaceId,
        { sourceName: 'A first one', credentialEndsAt: null, ...seller, endpointUrl: shop.aws.url },
        { accessKeyId: contosoKey.id, secretAccessKey: contosoKey.secret },
        { encryptionKey: testEncryptionKey, allowsLocalWebhooks: true, nodeCredentialUse: 'off' },
      ),
    );
    const dimensions = [{ id: 'projects', name: 'Projects', unit: 'project' }];
    const mapping = {
      mappingId: randomUUID(),
      sourceName: 'A first one',
      offerId: 'other',
      planId: '*',
      dimensions,
    };
    const basis = { product: 'planner', revision: 'any' } as const;
    done(await changeProduct(shop.context, workspaceId, basis, addMapping('basic', mapping)));
    const customer = await shop.bought();
    await shop.report(customer, [[3, 2]]);
    afterHold();
    await send();
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([[[2, 2, 'Accepted']], [2]]);
    expect(shop.aws.usageRecords().at(-1)?.region).toBe('us-east-1');
    done(await changeProduct(shop.context, workspaceId, basis, removeMapping(mapping.mappingId)));
  });

  it('is told nothing twice after a lost answer, and the same quantity again', async () => {
    const customer = await shop.bought();
    await shop.report(customer, [
      [4, 1.5],
      [3, 0.5],
    ]);
    afterHold();
    shop.aws.setFault({ kind: 'reset-after', times: 1 });
    await send();
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([
      [
        [1.5, 1, 'Pending'],
        [0.5, null, 'Pending'],
      ],
      [1],
    ]);
    shop.aws.changeDialect({ repeatedRecord: 'duplicate' });
    for (let round = 0; round < 3; round += 1) {
      shop.books.clock.forward(10 * minute);
      await send();
    }
    shop.aws.changeDialect({ repeatedRecord: 'success' });
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([
      [
        [1.5, 1, 'Accepted'],
        [0.5, 1, 'Accepted'],
      ],
      [1, 1],
    ]);
  });

  it('is sent again what it has not processed, and slower when it throttles', async () => {
    const customer = await shop.bought();
    await shop.report(customer, [[3, 2]]);
    afterHold();
    shop.aws.setFault({ kind: 'unprocessed', times: 1 });
    await send();
    shop.aws.clearFaults();
    expect(await shop.reports(customer)).toMatchObject([[2, 2, expect.stringMatching('Pending|Accepted')]]);
    shop.aws.setFault({ kind: 'throttled', times: 1 });
    shop.books.clock.forward(10 * minute);
    await send();
    shop.books.clock.forward(10 * minute);
    await send();
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([[[2, 2, 'Accepted']], [2]]);
  });

  it('has another quantity for an hour that somebody else reported', async () => {
    const customer = await shop.bought();
    await shop.report(customer, [[3, 2.5]]);
    afterHold();
    const steal = shop.dispatcher((metering) => ({
      ...metering,
      async sendBatch(connection, events) {
        const stolen = events.map((event) => ({ ...event, quantity: '7' }));
        await metering.sendBatch(connection, stolen);
        return metering.sendBatch(connection, events);
      },
    }));
    await steal();
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([
      [[2.5, 2, 'QuantityMismatch']],
      [7],
    ]);
  });

  it('rejects an hour of a dimension that it does not know; its remainder is not carried', async () => {
    const [customer, other] = [await shop.bought(), await shop.bought()];
    shop.aws.setFault({
      kind: 'refused-batch',
      error: 'InvalidLicenseException',
      licenseArn: customer.licence,
      dimension: 'projects',
    });
    await shop.report(customer, [[3, 1.9]]);
    await shop.report(other, [[3, 1.9]]);
    afterHold();
    await send();
    shop.aws.clearFaults();
    await shop.report(customer, [[2, 1.2]]);
    afterHold();
    await send();
    expect([await shop.reports(customer), shop.told(customer), shop.told(other)]).toEqual([
      [
        [1.9, 1, 'Rejected'],
        [1.2, 1, 'Accepted'],
      ],
      [1],
      [1],
    ]);
  });

  it('gets one report of a licence and dimension at a time, whatever other nodes take', async () => {
    const customer = await shop.bought();
    await shop.report(customer, [
      [4, 1.9],
      [3, 0.1],
    ]);
    afterHold();
    const take = () =>
      takeUsage(shop.context, shop.queue, { leaseId: randomUUID(), holder: randomUUID() }, 25, null, {
        kind: 'Aws',
      });
    const [first, second] = [await take(), await take()];
    expect([first.map(({ report }) => report.sentQuantity), second]).toEqual([[1_000_000], []]);
    // The worker dies; after a while it is known that its report was lost.
    shop.books.clock.forward(3 * minute);
    for (let round = 0; round < 2; round += 1) await send();
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([
      [
        [1.9, 1, 'Accepted'],
        [0.1, 1, 'Accepted'],
      ],
      [1, 1],
    ]);
  });
});

it('is not compared with what it was told, because it cannot be read', async () => {
  expect(await leaseUsageReconciliation(shop.context)).toBeNull();
});

describe('a month of a marketplace that closes it early', () => {
  it('takes no record of the month before from 06:00 on the 1st, and its reports expire', async () => {
    const customer = await shop.bought();
    const { clock } = shop.books;
    const start = new Date(Date.UTC(clock.now().getUTCFullYear(), clock.now().getUTCMonth() + 1, 1));
    clock.forward(start.getTime() + 5.5 * hour - clock.now().getTime());
    expect(await shop.report(customer, [[6.5, 1]])).toEqual(['Recorded']);
    const { workspaceId } = shop.client;
    const [stored] = await listReports(shop.books.database, workspaceId, { limit: 1 }, clock.now());
    expect(stored?.report).toMatchObject({ kind: 'Aws', dueAt: new Date(start.getTime() + 4 * hour - 1) });
    expect(await warnExpiringUsage(shop.context)).toBe(0);
    clock.forward(6 * minute);
    expect(await warnExpiringUsage(shop.context)).toBe(1);
    const expiresAt = new Date(start.getTime() + 6 * hour - 1);
    const { database } = shop.books;
    const notices = await database.selectFrom('notices').select(['kind', 'facts']).execute();
    expect(notices.filter(({ kind }) => kind === 'UsageExpiring')).toMatchObject([
      { facts: { expiresAt: expiresAt.toISOString() } },
    ]);
    const [moment, now] = [new Date(0), clock.now()];
    const ends = { now, purchasedBefore: moment, keysEndBefore: moment, credentialsEndBefore: moment };
    const expiring = { newestExpiringHour: newestExpiring(now), earlierExpiries: earlierExpiries(now) };
    const attention = await listAttention(database, workspaceId, { ...ends, ...expiring }, 10);
    expect(attention.filter(({ kind }) => kind === 'UsageExpiring')).toMatchObject([{ at: expiresAt }]);
    const { oldestHours } = await loadUsageQueue(database, now);
    expect(oldestHours).toEqual({ Microsoft: null, Aws: new Date(start.getTime() - hour) });
    clock.forward(24 * minute);
    expect(await shop.report(customer, [[8, 1]])).toEqual(['metering.window_too_old']);
    expect(await expireUsage(shop.context)).toBe(1);
    await send();
    expect([await shop.reports(customer), shop.told(customer)]).toEqual([[[1, null, 'Expired']], []]);
  });
});

describe('the last usage of a licence', () => {
  it('is sent within ten minutes of the end, whatever the hold says, the open hour included', async () => {
    const customer = await shop.bought();
    const { clock } = shop.books;
    clock.forward(hour + 20 * minute - (clock.now().getTime() % hour));
    await shop.report(customer, [[2, 1.5]], { holdMinutes: 120 });
    await shop.report(customer, [[1, 1.5]], { holdMinutes: 120 });
    await shop.track(customer, 2.5, 30);
    await shop.track(customer, 0.75);
    clock.forward(minute);
    shop.aws.end(customer.agreementId, 'CANCELLED');
    await shop.books.move({ ...customer, workspaceId: shop.client.workspaceId }, { type: 'cancelNow' });
    expect(await hastenEndedUsage(shop.context)).toBe(4);
    expect(await hastenEndedUsage(shop.context)).toBe(0);
    clock.forward(5_000);
    expect(await closeHours(shop.context)).toBe(2);
    for (let round = 0; round < 2; round += 1) await send();
    expect([await shop.reports(customer), shop.told(customer).toSorted()]).toEqual([
      [
        [1.5, 1, 'Accepted'],
        [2.5, 2, 'Accepted'],
        [1.5, 2, 'Accepted'],
        [0.75, 1, 'Accepted'],
      ],
      [1, 1, 2, 2],
    ]);
  });

  it('of a subscription that goes on waits for its hold', async () => {
    const customer = await shop.bought();
    await shop.report(customer, [[2, 1.5]]);
    expect(await hastenEndedUsage(shop.context)).toBe(0);
    afterHold();
    await send();
    expect(shop.told(customer)).toEqual([1]);
  });
});
