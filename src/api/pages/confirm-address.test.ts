import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../../emulators/mailbox/start.ts';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { World, withWorkers } from '../../../tests/support/worlds/world.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';

const minute = 60_000;

let world: World;
let mailbox: Mailbox;
let workspaceId: string;
let user: PortalUser;
let address: string;
beforeAll(async () => {
  mailbox = await startMailbox();
  world = await World.create({
    ...withWorkers,
    mail: { smtpUrl: mailbox.smtpUrl, from: 'tessera@tessera.example' },
  });
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});
beforeEach(async () => {
  workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  address = `${randomUUID().slice(0, 8)}@arcadia.example`;
});

const change = (body: object) => user.call('PATCH', '/settings', { body, headers: { 'if-match': '*' } });
const sendAgain = (to = address) =>
  user.call('POST', '/settings/support-address-confirmation', { body: { address: to } });
const states = async () => (await user.call('GET', '/settings')).body.supportAddressStates;
const mailsTo = (recipient = address) => mailbox.mails().filter(({ to }) => to.includes(recipient));

/** The link of the newest mail, once this many mails have arrived. */
async function linkOf(count = 1, recipient = address): Promise<string> {
  await expect.poll(() => mailsTo(recipient).length).toBe(count);
  const { text = '' } = mailsTo(recipient)[0] ?? {};
  return /^http\S+$/m.exec(text)?.[0] ?? '';
}

const open = async (link: string) => {
  const answer = await fetch(link);
  return { status: answer.status, text: await answer.text() };
};
const press = async (link: string) => {
  const { origin, pathname, searchParams } = new URL(link);
  const answer = await fetch(`${origin}${pathname}`, { method: 'POST', body: searchParams });
  return { status: answer.status, text: await answer.text() };
};
const raise = () =>
  insertNotices(
    world.database,
    workspaceId,
    [{ kind: 'UsageRejected', key: randomUUID(), facts: { quantity: 3 } }],
    world.context,
  );

describe('a support address', () => {
  it('is mailed only a link until the button of the linked page is pressed', async () => {
    const name = 'Urgent: your bank account';
    const other = `other-${address}`;
    expect((await change({ name, supportAddresses: [address, other] })).status).toBe(200);
    const [link, otherLink] = [await linkOf(), await linkOf(1, other)];
    expect(mailsTo()[0]).toMatchObject({ to: [address], subject: 'Tessera: confirm your support address' });
    expect(JSON.stringify(mailsTo()[0])).not.toContain('bank');
    await raise();

    // A mail scanner opens every link.
    for (const _ of [1, 2]) {
      const page = await open(link);
      expect([page.status, page.text.includes(address)]).toEqual([200, true]);
    }
    expect(await states()).toEqual([
      { address, confirmed: false },
      { address: other, confirmed: false },
    ]);

    world.clock.forward(1_000);
    expect((await press(link)).status).toBe(200);
    expect(await user.lastAudit()).toMatchObject({
      action: 'support_address.confirmed',
      actor: { kind: 'Visitor', name: address, address: '127.0.0.1' },
      after: { address },
    });
    expect(await states()).toEqual([
      { address, confirmed: true },
      { address: other, confirmed: false },
    ]);
    // The notices waited in the inbox meanwhile.
    await expect.poll(() => mailsTo().length).toBe(2);
    expect(mailsTo()[0]).toMatchObject({
      to: [address],
      subject: 'Tessera: Usage rejected by the marketplace',
    });
    expect(mailsTo(other)).toHaveLength(1);

    // A link works once, and for its own address only.
    expect([(await open(link)).status, (await press(link)).status]).toEqual([410, 410]);
    const entries = await user.auditCount();
    expect((await sendAgain()).status).toBe(204);
    expect(await user.auditCount()).toBe(entries);
    expect((await press(otherLink)).status).toBe(200);
    expect((await states()).map(({ confirmed }: { confirmed: boolean }) => confirmed)).toEqual([true, true]);
  });

  it('410: a link that has expired, was replaced, or whose address was removed', async () => {
    await change({ supportAddresses: [address] });
    const first = await linkOf();
    const refused = await sendAgain();
    expect([refused.status, refused.body.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    world.clock.forward(5 * minute);
    expect((await sendAgain(address.toUpperCase())).status).toBe(204);
    expect(await user.lastAudit()).toMatchObject({
      action: 'support_address.confirmation_requested',
      actor: { kind: 'Member', id: user.memberId },
      after: { address },
    });
    const second = await linkOf(2);
    expect((await press(first)).status).toBe(410);

    world.clock.forward(7 * 24 * 60 * minute);
    expect([(await open(second)).status, (await press(second)).status]).toEqual([410, 410]);
    user = await PortalUser.join(world, workspaceId, 'Partner administrator');
    expect((await sendAgain()).status).toBe(204);
    const third = await linkOf(3);
    await change({ supportAddresses: [] });
    expect((await press(third)).status).toBe(410);
    expect((await sendAgain()).status).toBe(404);

    // Added again: mailed only after the pause, and not confirmed by the earlier link.
    await change({ supportAddresses: [address] });
    expect((await sendAgain()).status).toBe(429);
    expect(await states()).toEqual([{ address, confirmed: false }]);
  });

  it.each(['', '?token=', `?token=${'0'.repeat(64)}`, '?token=1&token=2'])('410: %j', async (query) => {
    const link = `${world.service.url}/support-addresses/confirm${query}`;
    expect([(await open(link)).status, (await press(link)).status]).toEqual([410, 410]);
  });

  it.each(['/support-addresses/confirm', '/marketplace/landing/x/confirm'])(
    '413: a form over 16 kB after decompression, before it is parsed: %s',
    async (path) => {
      const body = gzipSync('a&'.repeat(5_000_000));
      expect(body.length).toBeLessThan(16_384);
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };
      const answer = await fetch(`${world.service.url}${path}`, { method: 'POST', headers, body });
      expect([answer.status, await answer.text()]).toEqual([
        413,
        expect.stringContaining('too much at once'),
      ]);
    },
  );

  it('400: more than 50 different addresses within a week', async () => {
    const tens = (round: number) => Array.from({ length: 10 }, (_, index) => `r${round}-${index}-${address}`);
    for (let round = 0; round < 5; round++) {
      expect((await change({ supportAddresses: tens(round) })).status).toBe(200);
    }
    expect((await change({ supportAddresses: [address] })).status).toBe(400);
    expect((await change({ supportAddresses: tens(2) })).status).toBe(200);
    await change({ supportAddresses: [] });
  });

  it('403: a viewer', async () => {
    await change({ supportAddresses: [address] });
    user = await PortalUser.join(world, workspaceId, 'Viewer');
    expect((await sendAgain()).status).toBe(403);
  });
});

it('is mailed its link once the mail server is back', async () => {
  mailbox.setFault({ kind: 'later', address });
  await change({ supportAddresses: [address] });
  const mail = () =>
    world.database
      .selectFrom('mails')
      .select(['attempts', 'leased_until'])
      .where('key', '=', address)
      .executeTakeFirstOrThrow();
  await expect.poll(mail).toEqual({ attempts: 1, leased_until: null });
  mailbox.clearFaults();
  world.clock.forward(5 * minute);
  expect((await press(await linkOf())).status).toBe(200);
});
