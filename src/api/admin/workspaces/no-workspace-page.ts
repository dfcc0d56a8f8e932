import type { NoWorkspaceReason } from '../../../core/workspaces/no-workspace.ts';
import type { SignedInUser } from '../../../core/workspaces/sign-in.ts';
import { html } from '../../pages/html.ts';
import { factList } from '../../pages/page.ts';
import type { RefusalPage } from '../../pages/refusal-page.ts';

export interface NoWorkspace {
  readonly user: SignedInUser;
  readonly reason: NoWorkspaceReason;
  /** The addresses that begin another sign-in: with the same account, and with a choice of accounts. */
  readonly again: string;
  readonly otherAccount: string;
  /** Guides need no account. */
  readonly guides: string;
}

const reasons: Readonly<Record<NoWorkspaceReason, string>> = {
  NotInvited: 'Nobody has invited this account to a workspace yet, or its invitation was revoked.',
  InvitationExpired: 'The invitation of this account has expired: an invitation is valid for 7 days.',
  OtherTenant:
    'There is an invitation for this user name, but only for an account of another organisation (tenant).',
  TenantNotAllowed: 'The workspace of this account does not allow sign-ins from its organisation (tenant).',
};

const requests: Readonly<Record<NoWorkspaceReason, string>> = {
  NotInvited: 'Please invite me to our workspace in Tessera: Members, Invite member.',
  InvitationExpired: 'Please renew my invitation to our workspace in Tessera: Members, Renew invitation.',
  OtherTenant:
    'Please renew my invitation to our workspace in Tessera with the tenant id below: Members, Renew invitation.',
  TenantNotAllowed: 'Please allow sign-ins from the tenant id below in our workspace in Tessera: Settings.',
};

/** For an account that is authenticated, and in no workspace: which account, why, and what to do. */
export function noWorkspacePage({ user, reason, again, otherAccount, guides }: NoWorkspace): RefusalPage {
  const { username, tenantId } = user;
  const request = [requests[reason], `User name: ${username}`, `Tenant id: ${tenantId}`].join('\n');
  const mail = `mailto:?${new URLSearchParams({ subject: 'Access to Tessera', body: request })}`;
  return {
    title: 'This account is not a member of any workspace',
    of: 'Tessera',
    tone: 'attention',
    content: html`<p>You are signed in, but there is nothing to open. ${reasons[reason]}</p>
      ${factList([
        ['Signed in as', html`<strong>${username}</strong>`],
        ['Tenant id', html`<code>${tenantId}</code>`],
      ])}
      <h2>Right account?</h2>
      <p>Ask an administrator of the workspace to invite exactly this account. Send them this text (one click selects all
        of it):</p>
      <pre class="copy">${request}</pre>
      <p><a href="${mail.replaceAll('+', '%20')}">Write a mail with this text</a></p>
      <p>Once you are invited, <a href="${again}">sign in again</a>.</p>
      <h2>Wrong account?</h2>
      <p class="actions"><a class="button" href="${otherAccount}">Use another account</a></p>
      <p>To call the API from a program, read the <a href="${guides}">guides</a>.</p>`,
  };
}
