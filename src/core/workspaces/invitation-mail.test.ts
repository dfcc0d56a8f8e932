import { describe, expect, it } from 'vitest';
import {
  invitationLink,
  invitationMail,
  invitationMailState,
  leaseInvitationMail,
  maxInvitationMails,
  queueInvitationMail,
} from './invitation-mail.ts';
import { noAttempts } from './mail-attempts.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const address = 'bea@contoso.example';

describe('queueInvitationMail', () => {
  const triedNow = { ...noAttempts, attempts: 1, attemptedAt: now };
  it.each([
    ['a first invitation is mailed at once', address, noAttempts, 0, now],
    ['another one after the back-off', address, triedNow, 1, minutes(5)],
    ['a third one after a longer back-off', address, { ...triedNow, attempts: 2 }, 1, minutes(10)],
    ['an address mailed long ago at once', address, { ...triedNow, attemptedAt: minutes(-60) }, 0, now],
    ['the last mail of a day', address, noAttempts, maxInvitationMails - 1, now],
    ['no more mails of a workspace', address, noAttempts, maxInvitationMails, null],
    ['no user name that is no address', 'a,b@contoso.example', noAttempts, 0, null],
    ['no user name in another script', 'bea@contoso.例え', noAttempts, 0, null],
  ])('%s', (_case, email, earlier, count, dueAt) => {
    const queued = queueInvitationMail(email, earlier, count, now);
    expect(queued).toEqual({ ...earlier, dueAt, sentAt: null });
  });
});

it('is leased when it is due, and due again after the back-off', () => {
  const queued = queueInvitationMail(address, noAttempts, 0, now);
  expect(leaseInvitationMail(queued, minutes(-1))).toBeNull();
  expect(leaseInvitationMail(queued, now)).toEqual({
    dueAt: minutes(5),
    attempts: 1,
    attemptedAt: now,
    sentAt: null,
  });
});

it.each([
  ['None', undefined],
  ['None', { ...noAttempts, sentAt: null }],
  ['Queued', { ...noAttempts, dueAt: now, sentAt: null }],
  ['Sent', { ...noAttempts, attempts: 1, attemptedAt: now, sentAt: now }],
  ['Failed', { ...noAttempts, attempts: 1, attemptedAt: now, sentAt: null }],
])('has the state %s for %j', (state, mail) => {
  expect(invitationMailState(mail)).toBe(state);
});

it('names who invited, the workspace, the role and the end, and links to the sign-in', () => {
  const link = invitationLink('https://tessera.example/base', 'arcadia', 'bea+1@contoso.example');
  expect(link).toBe(
    'https://tessera.example/base/api/admin/v1/sign-in?returnTo=%2Fportal%2Farcadia%2Foverview&loginHint=bea%2B1%40contoso.example',
  );
  const invitation = { email: address, role: 'Viewer', invitedAt: now } as const;
  const facts = { invitation, workspaceSlug: 'arcadia', link };
  const { subject, text, html } = invitationMail({ ...facts, invitedBy: 'mara@arcadia.example' });
  expect(subject).toBe('Tessera: invitation to the workspace "arcadia"');
  for (const words of [
    'mara@arcadia.example invited you',
    'Workspace: arcadia',
    'Your role: Viewer',
    `Sign in as: ${address}`,
    'Expires: 2026-11-22 09:00 UTC',
    `Sign in and join:\n${link}`,
  ]) {
    expect(text).toContain(words);
  }
  expect(html).toContain('Sign in and join</a>');
  expect(invitationMail({ ...facts, invitedBy: null }).text).toContain('An administrator invited you');
});
