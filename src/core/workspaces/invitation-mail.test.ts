import { expect, it } from 'vitest';
import { invitationLink, invitationMail, isInvitationMailed, maxInvitationMails } from './invitation-mail.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const address = 'bea@contoso.example';

it.each([
  ['a first invitation', address, 0, true],
  ['the last mail of a day', address, maxInvitationMails - 1, true],
  ['no more mails of a workspace', address, maxInvitationMails, false],
  ['no user name that is no address', 'a,b@contoso.example', 0, false],
  ['no user name in another script', 'bea@contoso.例え', 0, false],
])('is mailed: %s', (_case, email, mailsOfWorkspace, expected) => {
  expect(isInvitationMailed(email, mailsOfWorkspace)).toBe(expected);
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
