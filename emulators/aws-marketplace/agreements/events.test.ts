import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AwsUnderTest, startAwsUnderTest } from '../emulator-under-test.fixture.ts';
import { contosoAccount, desk, northwindAccount, planner } from '../sample-directory.ts';
import { defaultSettings } from '../settings.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.fixture.ts';

let world: AwsUnderTest;
let receiver: EventReceiver;
beforeAll(async () => {
  receiver = await startEventReceiver();
  world = await startAwsUnderTest();
  world.emulator.setDestination(contosoAccount, { url: receiver.url, secret: 'shared' });
});
beforeEach(async () => {
  await world.act('settings?reset=true');
  await world.act('dialect?reset=true');
});
afterAll(async () => {
  await world.stop();
  await receiver.stop();
});

const about = (...ids: readonly string[]) =>
  receiver.received.filter(({ body }) => ids.some((id) => JSON.stringify(body.resources).includes(id)));
const receivedOf = async (count: number, ...ids: readonly string[]) => {
  await expect.poll(() => about(...ids).length).toBe(count);
  return about(...ids).map(({ body }) => body);
};
const deliveriesOf = (id: string) =>
  world.emulator.deliveries().filter(({ agreementId }) => agreementId === id);
/** Short names: in the order they were made, which is that of the steps. */
const madeFor = (...ids: readonly string[]) =>
  world.emulator
    .deliveries()
    .filter(({ agreementId }) => ids.includes(agreementId))
    .map(({ detailType, agreementId }) => `${ids.indexOf(agreementId)} ${detailType}`);
const settled = (id: string) =>
  expect.poll(() => deliveriesOf(id).every(({ state }) => state === 'accepted')).toBe(true);
const contract = (months = 12) => world.emulator.purchase({ productCode: desk.code, months });
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a purchase', () => {
  it('is told by an event without a licence, and then by its licence, with the secret', async () => {
    const { id, offerId, licenseArn } = world.emulator.purchase({ productCode: planner.code });
    const events = await receivedOf(2, id);
    const [created, updated] = ['Purchase Agreement Created', 'License Updated'].map((type) =>
      events.find((one) => one['detail-type'] === `${type} - Manufacturer`),
    );
    const envelope = {
      version: '0',
      id: expect.stringMatching(guid),
      source: 'aws.agreement-marketplace',
      account: contosoAccount,
      time: '2026-11-15T09:30:00Z',
      region: 'us-east-1',
      resources: [`arn:aws:aws-marketplace::aws:agreement:${id}`],
    };
    const parties = {
      requestId: expect.stringMatching(guid),
      catalog: 'AWSMarketplace',
      acceptor: { accountId: northwindAccount },
      proposer: { accountId: contosoAccount },
      offer: { id: offerId },
    };
    expect(created).toEqual({
      ...envelope,
      'detail-type': 'Purchase Agreement Created - Manufacturer',
      detail: {
        ...parties,
        agreement: {
          id,
          intent: 'NEW',
          status: 'ACTIVE',
          acceptanceTime: '2026-11-15T09:30:00Z',
          startTime: '2026-11-15T09:30:00Z',
          endTime: '9999-01-01T00:00:00Z',
        },
        product: { id: planner.id, title: planner.title },
      },
    });
    expect(updated).toEqual({
      ...envelope,
      'detail-type': 'License Updated - Manufacturer',
      detail: {
        ...parties,
        agreement: { id },
        product: { code: planner.code, id: planner.id },
        license: { arn: licenseArn },
      },
    });
    expect(new Set(about(id).map(({ secret }) => secret))).toEqual(new Set(['shared']));
  });

  it('takes as long as captured: a minute for the licence, half a minute for its end', () => {
    expect(defaultSettings).toMatchObject({ licenseMilliseconds: 61_000, deprovisionMilliseconds: 31_000 });
  });

  it('has its licence only after a while', async () => {
    world.emulator.changeSettings({ licenseMilliseconds: 20 });
    const { id } = contract();
    expect(madeFor(id)).toEqual(['0 Purchase Agreement Created']);
    expect(world.emulator.findAgreement(id)?.licensedAt).toBeUndefined();
    await expect.poll(() => madeFor(id)).toEqual(['0 Purchase Agreement Created', '0 License Updated']);
    expect(world.emulator.findAgreement(id)?.licensedAt).toBeDefined();
  });
});

describe('a change', () => {
  it('is an amendment, and its licence is updated', async () => {
    const { id } = contract();
    world.emulator.amend(id, [{ dimension: 'business', value: 2 }]);
    const events = await receivedOf(4, id);
    expect(madeFor(id).slice(2)).toEqual(['0 Purchase Agreement Amended', '0 License Updated']);
    const amended = events.find((one) => one['detail-type'].startsWith('Purchase Agreement Amended'));
    expect(amended?.detail).toMatchObject({ agreement: { id, intent: 'AMEND', autoRenewalEnabled: false } });
  });

  it.each([
    ['renew', 'RENEW', 'RENEWED'],
    ['replace', 'REPLACE', 'REPLACED'],
  ] as const)('%s is a new agreement in place of the old one', async (verb, intent, status) => {
    const before = contract();
    const { agreement: after } = (await world.act(`agreements/${before.id}/${verb}`, {})) as {
      agreement: { id: string; licenseArn: string };
    };
    expect(madeFor(before.id, after.id).slice(2)).toEqual([
      '1 Purchase Agreement Created',
      '0 Purchase Agreement Ended',
      '1 License Updated',
      '0 License Deprovisioned',
    ]);
    const events = await receivedOf(6, before.id, after.id);
    const detailOf = (type: string, id: string) =>
      events.find((one) => one['detail-type'].startsWith(type) && String(one.resources).endsWith(id))?.detail;
    expect(detailOf('Purchase Agreement Created', after.id)).toMatchObject({
      agreement: { intent, previousAgreementId: before.id },
    });
    expect(detailOf('Purchase Agreement Ended', before.id)).toMatchObject({
      agreement: { id: before.id, status },
    });
    expect(after.licenseArn).not.toBe(before.licenseArn);
  });

  it('a renewal may keep the licence, which then takes usage without a gap', async () => {
    world.emulator.changeDialect({ renewedLicense: 'same' });
    const before = contract();
    world.emulator.changeSettings({ licenseMilliseconds: 600_000 });
    const after = world.emulator.renew(before.id);
    expect(after.licenseArn).toBe(before.licenseArn);
    expect(after.licensedAt).toEqual(before.licensedAt);
    expect(madeFor(before.id)).not.toContain('0 License Deprovisioned');
  });

  it.each([
    ['cancel', 'CANCELLED'],
    ['expire', 'EXPIRED'],
    ['terminate', 'TERMINATED'],
  ])('%s ends the agreement, then its licence', async (verb, status) => {
    const { id, licenseArn } = world.emulator.purchase({ productCode: planner.code });
    await world.act(`agreements/${id}/${verb}`);
    const events = await receivedOf(4, id);
    expect(madeFor(id).slice(2)).toEqual(['0 Purchase Agreement Ended', '0 License Deprovisioned']);
    expect(events.map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining({ agreement: { id, status } }),
    );
    expect(
      events.find((one) => one['detail-type'].startsWith('License Deprovisioned'))?.detail,
    ).toMatchObject({
      license: { arn: licenseArn },
      product: { code: planner.code },
    });
    expect((await world.command(`agreements/${id}/${verb}`)).status).toBe(400);
  });
});

describe('the spelling', () => {
  it('may be of the proposer, without the product, and without the prefix of the licence', async () => {
    await world.act('dialect?eventSuffix=proposer&productInEvents=absent&licenseArn=without-prefix');
    const { id, licenseArn } = contract();
    const events = await receivedOf(2, id);
    const created = events.find((one) => one['detail-type'] === 'Purchase Agreement Created - Proposer');
    const updated = events.find((one) => one['detail-type'] === 'License Updated - Proposer');
    expect(created?.detail).not.toHaveProperty('product');
    expect(updated?.detail).toMatchObject({ license: { arn: licenseArn.replace('arn:', '') } });
  });
});

describe('the delivery', () => {
  it('may double every event, with the same id', async () => {
    world.emulator.changeSettings({ eventCopies: 2 });
    const { id } = contract();
    const ids = (await receivedOf(4, id)).map((one) => one.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('may be in reverse', async () => {
    world.emulator.changeSettings({ reverseEvents: 1, licenseMilliseconds: 10 });
    const { id } = contract();
    await expect.poll(() => madeFor(id)).toEqual(['0 License Updated', '0 Purchase Agreement Created']);
  });

  it('may be late', async () => {
    world.emulator.changeSettings({ eventDelayMilliseconds: 20 });
    const { id } = contract();
    expect(madeFor(id)).toEqual([]);
    await receivedOf(2, id);
  });

  it('repeats an event whose answer was lost', async () => {
    world.emulator.changeSettings({ lostEventAnswers: 1, retryMilliseconds: 1 });
    const { id } = contract();
    await receivedOf(4, id);
    await settled(id);
    expect(deliveriesOf(id)[0]?.attempts).toMatchObject([{ result: 'the answer was lost' }, { result: 200 }]);
  });

  it.each([401, 407, 409, 429, 500, 503])('repeats an event that was answered with %i', async (status) => {
    world.emulator.changeSettings({ retryMilliseconds: 1 });
    receiver.answerNextWith(status);
    const { id } = contract();
    await receivedOf(3, id);
    await settled(id);
  });

  it('ends with any other 4xx, and after the last attempt', async () => {
    receiver.answerNextWith(403, 400);
    const refused = contract();
    await expect
      .poll(() => deliveriesOf(refused.id).map(({ state }) => state))
      .toEqual(['refused', 'refused']);
    world.emulator.changeSettings({ retryMilliseconds: 1, attempts: 2 });
    receiver.answerNextWith(500, 500, 500, 500);
    const lost = contract();
    await expect
      .poll(() => deliveriesOf(lost.id).map(({ state }) => state))
      .toEqual(['given up', 'given up']);
  });

  it('is put on hold, released in reverse, and sent again', async () => {
    await world.act('settings?holdEvents=1');
    const { id } = contract();
    expect(deliveriesOf(id).map(({ state }) => state)).toEqual(['held', 'held']);
    await world.act('events/release?order=reversed');
    expect((await receivedOf(2, id)).map((one) => one['detail-type'])).toEqual([
      'License Updated - Manufacturer',
      'Purchase Agreement Created - Manufacturer',
    ]);
    const { number } = deliveriesOf(id)[0] ?? {};
    await world.act(`events/${number}/send?times=2`);
    await receivedOf(4, id);
  });

  it('goes nowhere without a destination', async () => {
    const { id } = world.emulator.purchase({ sellerAccountId: '777788889999' });
    await expect.poll(() => deliveriesOf(id).map(({ state }) => state)).toEqual(['nowhere', 'nowhere']);
  });
});
