import { Type } from 'typebox';
import { signInMember, useSignInLink } from '../../../actions/workspaces/sign-in.ts';
import { isRefusal, refuse, refuseInvalid } from '../../../core/refusal.ts';
import type { NoWorkspaceReason } from '../../../core/workspaces/no-workspace.ts';
import type { SignedInUser } from '../../../core/workspaces/sign-in.ts';
import { adminApiPath } from '../../documents/api-documents.ts';
import { guidesPath } from '../../documents/guide-routes.ts';
import { html } from '../../pages/html.ts';
import { factList, type RefusalPage, sendRefusalPage } from '../../pages/page.ts';
import { header, oneOf } from '../../schemas.ts';
import { beginSignIn, limitSignIn, readOwnPath } from '../../sign-in/begin-sign-in.ts';
import type { SignInHandler } from '../../sign-in/sign-in-callback.ts';
import type { AdminContext } from '../admin-context.ts';
import { adminRoutes } from '../routes.ts';
import { described } from '../schemas.ts';
import { setSessionCookie } from '../session-cookie.ts';

export const portalPurpose = 'portal';
const signInAddress = `${adminApiPath}/sign-in`;

const seeOther = (description: string) => ({
  303: { type: 'null', description, headers: { Location: header('The next URL of the browser.') } },
});

/** Starts a session for a member whom the identity provider has authenticated; refuses everybody else. */
export function signInPortalMember(context: AdminContext): SignInHandler {
  return async (user, request, reply, returnTo) => {
    const { writes, clock, randomBytes, publicUrl } = context;
    const started = await signInMember({ database: writes, now: clock.now(), randomBytes }, user, request.ip);
    if (isRefusal(started)) {
      const address = (changes: Record<string, string>) =>
        `${publicUrl}${signInAddress}?${new URLSearchParams({ returnTo, ...changes })}`;
      const page = noWorkspacePage({
        user,
        reason: started.args.reason as NoWorkspaceReason,
        again: address({ loginHint: user.username }),
        otherAccount: address({ account: 'choose' }),
        guides: `${publicUrl}${guidesPath}/`,
      });
      return { refusal: started, page };
    }
    setSessionCookie(reply, started.sessionText);
    return undefined;
  };
}

export const signInRoutes = adminRoutes('Session', (routes, context) => {
  routes.get('/sign-in', {
    access: 'public',
    operationId: 'signIn',
    summary: 'Sign in with a work account',
    description: 'For browsers: redirects to the identity provider and back, then to `returnTo`.',
    querystring: Type.Object({
      returnTo: Type.Optional(Type.String({ maxLength: 2_000, description: 'A path within this service.' })),
      loginHint: Type.Optional(Type.String({ maxLength: 254 })),
      account: Type.Optional(
        described(oneOf(['choose']), '`choose` shows the account picker, also to somebody who is signed in.'),
      ),
    }),
    responses: seeOther('To the identity provider.'),
    refusals: ['request.rate_limited'],
    handle: async ({ raw, reply, query }) => {
      const limited = await limitSignIn(context, raw, reply);
      if (limited) return limited;
      const { signIn } = context;
      if (!signIn) return refuse('service.unavailable', {}, 'Signing in is not set up.');
      const returnTo = readOwnPath(query.returnTo ?? '/');
      if (!returnTo) {
        const message = 'must be an address within this service';
        return refuseInvalid([{ path: 'returnTo', rule: 'own', message }]);
      }
      const { loginHint, account } = query;
      const chooseAccount = account === 'choose';
      const question = { purpose: portalPurpose, returnTo, chooseAccount, ...(loginHint && { loginHint }) };
      return beginSignIn(context, signIn, reply, question);
    },
  });

  routes.get('/sign-in/link', {
    access: 'public',
    operationId: 'signInByLink',
    summary: 'Sign in by a one-time link',
    description: 'For browsers. The demo prints such a link when it starts.',
    querystring: Type.Object({ token: Type.String({ maxLength: 100 }) }),
    responses: {
      ...seeOther('Signed in.'),
      403: {
        description: 'The link is used, expired or invalid.',
        content: { 'text/html': { schema: { type: 'string' } } },
      },
    },
    refusals: ['request.rate_limited'],
    handle: async ({ raw, reply, query }) => {
      const limited = await limitSignIn(context, raw, reply);
      if (limited) return limited;
      const { writes, clock, randomBytes } = context;
      const requested = { database: writes, now: clock.now(), randomBytes };
      const started = await useSignInLink(requested, query.token, raw.ip);
      if (isRefusal(started)) return sendRefusalPage(reply, started);
      setSessionCookie(reply, started.sessionText);
      return reply.redirect(`${context.publicUrl}/`, 303);
    },
  });
});

interface NoWorkspace {
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
function noWorkspacePage({ user, reason, again, otherAccount, guides }: NoWorkspace): RefusalPage {
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
