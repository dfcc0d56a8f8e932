import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccountVisitor } from '../../../tests/support/browser/account-visit.ts';
import { done } from '../../../tests/support/done.ts';
import { testEncryptionKey } from '../../../tests/support/nodes/encryption-key.ts';
import { BoughtAccount } from '../../../tests/support/worlds/bought-account.ts';
import { Installation } from '../../../tests/support/worlds/installation.ts';
import {
  buyerTenantId,
  type LandingWorld,
  type Person,
  people,
} from '../../../tests/support/worlds/landing-world.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';
import { issueLicenceFile } from '../../actions/entitlements/signed/licence-files.ts';
import { readArmour } from '../../core/entitlements/signed/armour.ts';
import { readCompact } from '../../secrets/ed25519.ts';
import { listLicenceFiles } from '../../storage/entitlements/signed/licence-files.ts';

const { ada, bert, sam } = people;

let account: BoughtAccount;
let shop: LandingWorld;
let path: string;
beforeAll(async () => {
  account = await BoughtAccount.open();
  ({ shop, path } = account);
  expect((await account.visit(ada)).text).not.toContain('Licence files');
  await shop.makeSigningKey();
});
afterAll(() => shop.close());
// A minute apart, so that no test meets the rate limit.
beforeEach(async () => {
  shop.world.clock.forward(60_000);
  for (const table of ['usage_files', 'licence_files'] as const)
    await shop.world.database.deleteFrom(table).where('workspace_id', '=', shop.workspaceId).execute();
});

const now = () => shop.world.clock.now();
const visit = (person: Person) => account.visit(person);
const files = () =>
  listLicenceFiles(shop.world.database, shop.workspaceId, {
    sort: '-issuedAt',
    after: undefined,
    limit: 10,
  });
const lastEntry = () => account.lastEntry();
const adaActs = { kind: 'Visitor', id: `${ada.tenantId} ${ada.objectId}` };

/** Ada issues a file for the installation; its claims. */
async function bound(customer: AccountVisitor, installation = new Installation()) {
  const requestFile = installation.requestFile('forum', now());
  await customer.upload(`${path}/licence-files`, { months: '1' }, { requestFile });
  const [file] = await files();
  const address = `${path}/licence-files/${file?.licenceFileId}/file`;
  const [, account = ''] = /^(.*\/account\/[^/?]+)/.exec(customer.url) ?? [];
  const answer = await customer.browser.get(account + address);
  const token = readArmour('LICENCE', await answer.text()) ?? '';
  const claims = JSON.parse(readCompact(token, 'tessera-entitlement+jwt')?.payload ?? 'null');
  return { installation, file, claims, answer };
}

it('are issued for an installation, downloaded, replaced and revoked, by the customer as the actor', async () => {
  const customer = await visit(ada);
  expect(customer.text).toContain('a signed file that tells it what your organisation may');
  expect(customer.text).not.toContain('Upload a usage file');
  const { installation, file, claims, answer } = await bound(customer);
  expect(customer.text).toContain('The licence file is issued.');
  expect(customer.text).toContain('Plant 7');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="forum-${buyerTenantId}.tessera-licence"`,
  );
  expect(claims).toMatchObject({
    iss: `${shop.world.service.url}/${shop.workspaceId}`,
    sub: buyerTenantId,
    aud: 'forum',
    bind: installation.key.kid,
  });
  expect(await lastEntry()).toMatchObject({
    action: 'licence_file.issued',
    subject: { kind: 'Customer', id: buyerTenantId },
    actor: adaActs,
    after: { installation: 'Plant 7' },
  });

  shop.world.clock.forward(1_000);
  const replaces = file?.licenceFileId ?? '';
  await customer.upload(`${path}/licence-files`, { months: '2', replaces }, { requestFile: '' });
  expect(customer.text).toContain('Any installation');
  expect(customer.text).toContain('Replaced on');
  const [second, first] = await files();
  expect([second?.installation, second?.replaces, first?.revokeReason]).toEqual([null, replaces, 'replaced']);

  shop.world.clock.forward(1_000);
  const licenceFileId = second?.licenceFileId ?? '';
  await customer.submit(`${path}/licence-files/revoke`, { licenceFileId, reason: ' ' });
  expect(customer.status).toBe(422);
  await customer.submit(`${path}/licence-files/revoke`, { licenceFileId, reason: 'The machine was <sold>' });
  expect(customer.text).toContain('The licence file is revoked.');
  expect(customer.text).toContain('The machine was &lt;sold&gt;');
  expect(await lastEntry()).toMatchObject({ action: 'licence_file.revoked', actor: adaActs });
  await customer.submit(`${path}/licence-files/revoke`, { licenceFileId, reason: 'Again.' });
  expect([customer.status, customer.text.includes('in the meantime')]).toEqual([422, true]);
});

it.each([
  ['text that is no request file', '1', 'text', 'The text is not a request file.'],
  ['more months than a file may have', '14', '', 'for 1 to 13 months'],
  ['no number of months', 'many', '', 'for 1 to 13 months'],
])('422: %s', async (_case, months, requestFile, text) => {
  const customer = await visit(ada);
  await customer.upload(`${path}/licence-files`, { months }, { requestFile });
  expect(customer.status).toBe(422);
  expect(customer.text).toContain(text);
  expect(await files()).toEqual([]);
});

it('422: a request file for another product', async () => {
  const customer = await visit(ada);
  const requestFile = new Installation().requestFile('archive', now());
  await customer.upload(`${path}/licence-files`, { months: '1' }, { requestFile });
  expect(customer.text).toContain('The installation asks for another product than forum.');
});

it('usage of an installation is taken once, with what was counted, counted before and refused', async () => {
  const customer = await visit(ada);
  const { installation, claims } = await bound(customer);
  shop.world.clock.forward(1_000);
  const occurredAt = now().toISOString();
  const file = installation.usageFile(claims, now(), [
    { id: 'e1', dimension: 'calls', occurredAt },
    { id: 'e1', dimension: 'calls', occurredAt },
    { id: 'e<3>', dimension: 'none', occurredAt },
  ]);
  for (const isRepeated of [false, true]) {
    await customer.upload(`${path}/usage-files`, {}, { file });
    expect(customer.status).toBe(200);
    const text = customer.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text.includes('This file was uploaded before')).toBe(isRepeated);
    expect(text).toContain('Counted 1 Counted late 0');
    expect(text).toContain('Counted before 1');
    expect(text).toContain('Refused 1 e&lt;3&gt; : Use one of calls, exactly as written.');
    expect(text).toContain('1 counted, 1 counted before, 1 refused.');
  }
  expect(await lastEntry()).toMatchObject({ action: 'usage_file.uploaded', actor: adaActs });
});

it('422: usage of another customer, of another installation, and text that is no usage file', async () => {
  const customer = await visit(ada);
  const { claims } = await bound(customer);
  const events = [{ id: 'e1', dimension: 'calls', occurredAt: now().toISOString() }];
  const other = new Installation();
  const strange = { ...claims, jti: randomUUID() };
  for (const [file, text] of [
    [other.usageFile(claims, now(), events), 'Another installation has made the usage file'],
    [other.usageFile(strange, now(), events), 'belongs to no licence file of this product'],
    ['text', 'The text is not a usage file.'],
  ] as const) {
    await customer.upload(`${path}/usage-files`, {}, { file });
    expect(customer.status).toBe(422);
    expect(customer.text).toContain(text);
  }
});

const ofOthers = {
  'another customer': async () => ({ tenant_id: randomUUID() }),
  'another product of the same customer': async () => {
    const { world, workspaceId } = shop;
    const other = product('other', { plans: [plan('basic')] });
    done(await addProduct({ ...world.context, now: now() }, workspaceId, other));
    const { product_id } = await world.database
      .selectFrom('products')
      .select('product_id')
      .where('workspace_id', '=', workspaceId)
      .where('slug', '=', 'other')
      .executeTakeFirstOrThrow();
    return { product_id };
  },
};

it.each(Object.entries(ofOthers))(
  'of %s are neither listed, replaced, downloaded nor revoked here',
  async (_case, change) => {
    const customer = await visit(ada);
    const { installation, claims, file } = await bound(customer);
    await shop.world.database
      .updateTable('licence_files')
      .set(await change())
      .where('workspace_id', '=', shop.workspaceId)
      .execute();
    const named = { licenceFileId: file?.licenceFileId ?? '', reason: 'No.' };
    await customer.submit(`${path}/licence-files/revoke`, named);
    expect(customer.text).toContain('Nothing has changed.');
    expect(customer.text).not.toContain('Plant 7');
    await customer.upload(`${path}/licence-files`, { months: '1', replaces: named.licenceFileId }, {});
    expect([customer.status, customer.text.includes('in the meantime')]).toEqual([422, true]);
    expect(await files()).toMatchObject([{ revokedAt: null }]);
    const events = [{ id: 'e1', dimension: 'calls', occurredAt: now().toISOString() }];
    const usage = installation.usageFile(claims, now(), events);
    await customer.upload(`${path}/usage-files`, {}, { file: usage });
    expect(customer.text).toContain('belongs to no licence file of this product');
    await customer.open(
      `${customer.url.replace('/usage-files', '')}/licence-files/${named.licenceFileId}/file`,
    );
    expect(customer.text).not.toContain('BEGIN TESSERA');
  },
);

it('are neither seen nor issued by others, and need the form of the page', async () => {
  const { world, workspaceId } = shop;
  const signing = { encryptionKey: testEncryptionKey, publicUrl: world.service.url };
  const context = {
    ...world.context,
    now: now(),
    actor: { ...adaActs, name: 'Mara', address: null } as never,
  };
  const wanted = { tenantId: buyerTenantId, product: 'forum', months: 1 };
  const { licenceFileId } = done(await issueLicenceFile(context, workspaceId, wanted, signing));
  for (const person of [bert, sam]) {
    const other = await visit(person);
    expect(other.text).not.toContain('Licence files');
    await other.upload(`${path}/licence-files`, { months: '1' }, {});
    await other.submit(`${path}/licence-files/revoke`, { licenceFileId, reason: 'No.' });
    await other.upload(`${path}/usage-files`, {}, { file: 'text' });
    const [, account = ''] = /^(.*\/account\/[^/?]+)/.exec(other.url) ?? [];
    const answer = await other.browser.get(`${account}${path}/licence-files/${licenceFileId}/file`);
    expect(answer.status).toBe(303);
  }
  const customer = await visit(ada);
  // Of another user, and of no page.
  for (const form of [(await visit(bert)).form, 'forged', '']) {
    const usage = new Installation().usageFile({ jti: licenceFileId, iss: '', aud: '', sub: '' }, now(), []);
    await customer.upload(`${path}/licence-files`, { months: '1', form }, {});
    await customer.submit(`${path}/licence-files/revoke`, { licenceFileId, reason: 'No.', form });
    await customer.upload(`${path}/usage-files`, { form }, { file: usage });
    expect(customer.status).toBe(200);
  }
  expect(await files()).toMatchObject([{ licenceFileId, revokedAt: null }]);
});
