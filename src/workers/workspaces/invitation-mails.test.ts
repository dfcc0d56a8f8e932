import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../../emulators/mailbox/start.ts';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { World, withWorkers } from '../../../tests/support/worlds/world.ts';
import { deleteOldRows } from '../../actions/operations/delete-old-rows.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { maxInvitationMails } from '../../core/workspaces/invitation-mail.ts';

const minute = 60_000;

let world: World;
let mailbox: Mailbox;
let workspaceId: string;
let mara: PortalUser;
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
  mara = await PortalUser.join(world, workspaceId, 'Partner administrator');
});

const newAddress = () => `${randomUUID().slice(0, 8)}@contoso.example`;
const mailsTo = (address: string) => mailbox.mails().filter(({ to }) => to.includes(address));
const invite = async (email: string) =>
  (await mara.call('POST', '/members', { body: { email, role: 'Viewer' } })).body;
const stateOf = async (memberId: string) =>
  (await mara.call('GET', `/members/${memberId}`)).body.invitation?.mail;
const arrived = (address: string, count = 1) =>
  expect.poll(() => mailsTo(address).length, { timeout: 20_000 }).toBe(count);

it('the addresses of mails are deleted after 7 days, and those of mails still tried are kept', async () => {
  const now = world.clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 60 * minute);
  const mail = (address: string, queuedAt: Date, triedAt: Date | null) => ({
    workspace_id: workspaceId,
    mail_id: randomUUID(),
    kind: 'Invitation',
    key: `${address}@contoso.example`,
    facts: {},
    recipients: [],
    queued_at: queuedAt,
    attempted_at: triedAt,
  });
  await world.database
    .insertInto('mails')
    .values([mail('old', ago(8), ago(8)), mail('tried', ago(8), ago(6)), mail('new', ago(6), null)])
    .execute();
  const deleteOld = deleteOldRows('invitation-mails', standardRetention);
  // The world's own worker may come first.
  await deleteOld({ database: world.database, now });
  const kept = await world.database
    .selectFrom('mails')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('key', 'like', '%@contoso.example')
    .orderBy('key')
    .execute();
  expect(kept.map(({ key }) => key)).toEqual(['new@contoso.example', 'tried@contoso.example']);
});

describe('an invitation', () => {
  it('is mailed with who invited, the role and the link of the API', async () => {
    const address = newAddress();
    const { memberId, invitation } = await invite(address);
    expect(['Queued', 'Sent']).toContain(invitation.mail);
    await arrived(address);
    const [mail] = mailsTo(address);
    expect(mail?.text).toContain(`${mara.identity.username} invited you`);
    expect(mail?.text).toContain('Your role: Viewer');
    expect(mail?.text).toContain(invitation.link);
    await expect.poll(() => stateOf(memberId), { timeout: 20_000 }).toBe('Sent');
    const started = await fetch(invitation.link, { redirect: 'manual' });
    const to = new URL(started.headers.get('location') ?? '');
    expect([started.status, to.searchParams.get('login_hint')]).toEqual([303, address]);
  });

  it('is mailed again when it is renewed, but never within the back-off', async () => {
    const address = newAddress();
    const { memberId } = await invite(address);
    await arrived(address);
    await expect.poll(() => stateOf(memberId), { timeout: 20_000 }).toBe('Sent');
    const renew = (id: string) => mara.call('POST', `/members/${id}/invitation`, { body: {} });
    expect((await renew(memberId)).body.invitation.mail).toBe('Queued');
    // Removing and inviting again does not reset the back-off either.
    await mara.call('DELETE', `/members/${memberId}`);
    const again = await invite(address);
    expect(again.invitation.mail).toBe('Queued');
    const other = newAddress();
    await invite(other);
    await arrived(other);
    expect(mailsTo(address)).toHaveLength(1);
    world.clock.forward(5 * minute);
    await arrived(address, 2);
  });

  it('of a user name that is no address, or the 51st of a day, has only its link', async () => {
    expect((await invite('a,b@contoso.example')).invitation.mail).toBe('None');
    const rows = Array.from({ length: maxInvitationMails }, (_, index) => ({
      workspace_id: workspaceId,
      mail_id: randomUUID(),
      kind: 'Invitation',
      key: `${index}@contoso.example`,
      facts: {},
      recipients: [],
      queued_at: world.clock.now(),
      attempted_at: world.clock.now(),
      attempts: 1,
    }));
    await world.database.insertInto('mails').values(rows).execute();
    expect((await invite(newAddress())).invitation).toEqual({
      link: expect.stringContaining('/api/admin/v1/sign-in?'),
      mail: 'None',
    });
  });

  it('that the mail server refuses has failed', async () => {
    const address = newAddress();
    mailbox.setFault({ kind: 'never', address });
    const { memberId } = await invite(address);
    await expect.poll(() => stateOf(memberId), { timeout: 20_000 }).toBe('Failed');
    expect(mailsTo(address)).toEqual([]);
  });
});
