import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../../emulators/mailbox/start.ts';
import { AccountVisitor } from '../../../tests/support/browser/account-visit.ts';
import { confirmPurchase, visitLanding } from '../../../tests/support/browser/landing-visit.ts';
import { buyerTenantId, LandingWorld, people } from '../../../tests/support/worlds/landing-world.ts';
import { eraseMember } from '../../actions/privacy/personal-data.ts';
import { saveMember } from '../../actions/subscriptions/customers.ts';
import { maxSeatMails, seatMailKey } from '../../core/marketplace/purchases/seat-mail.ts';

const patient = { timeout: 20_000 };

let shop: LandingWorld;
let mailbox: Mailbox;
let path: string;
let subscriptionId: string;
let ada: AccountVisitor;
beforeAll(async () => {
  mailbox = await startMailbox();
  shop = await LandingWorld.open({ mail: { smtpUrl: mailbox.smtpUrl, from: 'tessera@tessera.example' } });
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});
beforeEach(async () => {
  // A day apart, so that no test meets a limit.
  shop.world.clock.forward(25 * 60 * 60_000);
  const bought = await shop.buy({ quantity: 20 });
  const { browser } = new AccountVisitor();
  await confirmPurchase(browser, await (await visitLanding(browser, bought.link, people.ada)).text());
  subscriptionId = (await shop.ours(bought))?.subscriptionId ?? '';
  path = `/subscriptions/${subscriptionId}`;
  const url = `${shop.world.service.url}/account/${shop.connectionId}${path}`;
  ada = await AccountVisitor.signIn(url, people.ada);
});

const mailsTo = (address: string) => mailbox.mails().filter(({ to }) => to.includes(address));
const reserve = (...addresses: string[]) => ada.submit(`${path}/seats`, { people: addresses.join('\n') });
const arrived = (address: string, count = 1) =>
  expect.poll(() => mailsTo(address).length, patient).toBe(count);
const newAddress = (domain = 'contoso.example') => `${randomUUID().slice(0, 8)}@${domain}`;

it('a colleague with a reserved seat is mailed the page that accepts it, once', async () => {
  const address = people.bert.email;
  await reserve(address);
  expect(ada.text).toMatch(/The mail to them is on its way\.|They were mailed\./);
  await arrived(address);
  const [mail] = mailsTo(address);
  expect(mail?.subject).toBe('You have a seat in Forum');
  expect(mail?.text).toContain('ada@contoso.example reserved a seat in Forum for you.');
  const [link = ''] = /http\S+\/account\/\S+/.exec(mail?.text ?? '') ?? [];
  await expect
    .poll(async () => {
      await ada.open(link);
      return ada.text;
    }, patient)
    .toContain('They were mailed.');

  const bert = await AccountVisitor.signIn(link, people.bert);
  await bert.submit(`${path}/accept`, {});
  expect(bert.text).toContain('You have a seat now.');

  // Cancelled and reserved again, a third colleague is not mailed again.
  const [third, last] = [newAddress(), newAddress()];
  await reserve(third);
  await arrived(third);
  await ada.submit(`${path}/release`, { email: third });
  await reserve(third);
  await reserve(last);
  await arrived(last);
  expect(mailsTo(third)).toHaveLength(1);
});

it('strangers are not mailed, and the customer gets a link to write to them', async () => {
  const [stranger, colleague] = [newAddress('victim.example'), newAddress()];
  await reserve(stranger, colleague);
  await arrived(colleague);
  expect(mailsTo(stranger)).toEqual([]);
  expect(ada.text).toContain('They were not mailed.');
  expect(ada.text).toContain(`href="mailto:${encodeURIComponent(stranger)}?subject=`);
});

it('a guest who manages seats has nobody mailed, also on the domain of their user name', async () => {
  const guest = shop.guest(people.sam, buyerTenantId);
  const { tenantId, objectId, email } = guest;
  const member = { tenantId, objectId, email, isActive: true, isAdministrator: true };
  await saveMember(shop.world.context, shop.workspaceId, member);
  const manager = await AccountVisitor.signIn(ada.url, guest);
  const [stranger, colleague] = [newAddress('guests.example'), newAddress()];
  await manager.submit(`${path}/seats`, { people: `${stranger}\n${colleague}` });
  expect(manager.text).toContain(stranger);
  const ours = newAddress();
  await reserve(ours);
  await arrived(ours);
  expect([...mailsTo(stranger), ...mailsTo(colleague)]).toEqual([]);
});

it('a tenant has a limit of a day, also if two requests come at once', async () => {
  const rows = Array.from({ length: maxSeatMails - 1 }, (_, index) => ({
    workspace_id: shop.workspaceId,
    mail_id: randomUUID(),
    kind: 'ReservedSeat',
    key: `${randomUUID()} ${index}@contoso.example`,
    tenant_id: buyerTenantId,
    facts: {},
    recipients: [],
    queued_at: shop.world.clock.now(),
  }));
  await shop.world.database.insertInto('mails').values(rows).execute();
  const addresses = [newAddress(), newAddress(), newAddress()];
  await Promise.all(addresses.map((address) => ada.submit(`${path}/seats`, { people: address }, false)));
  await expect.poll(() => addresses.flatMap(mailsTo).length, patient).toBe(1);
  const queued = await shop.world.database
    .selectFrom('mails')
    .select('key')
    .where(
      'key',
      'in',
      addresses.map((address) => seatMailKey(subscriptionId, address)),
    )
    .execute();
  expect(queued).toHaveLength(1);
});

it('no mail follows a seat that was cancelled meanwhile, and an erased person leaves no address', async () => {
  const address = newAddress();
  mailbox.setFault({ kind: 'later', address });
  await reserve(address);
  const row = () =>
    shop.world.database
      .selectFrom('mails')
      .select(['due_at', 'attempts', 'leased_until'])
      .where('key', '=', seatMailKey(subscriptionId, address))
      .executeTakeFirst();
  await expect.poll(row, patient).toMatchObject({ attempts: 1, leased_until: null });
  await ada.submit(`${path}/release`, { email: address });
  shop.world.clock.forward(10 * 60_000);
  await expect.poll(async () => (await row())?.due_at, patient).toBeNull();
  expect(mailsTo(address)).toEqual([]);

  const member = { tenantId: buyerTenantId, objectId: randomUUID(), email: address, isActive: true };
  await saveMember(shop.world.context, shop.workspaceId, member);
  await eraseMember(shop.world.context, shop.workspaceId, member);
  expect(await row()).toBeUndefined();
});
