import { Type } from 'typebox';
import { signInMember } from '../../../actions/workspaces/sign-in-member.ts';
import { useSignInLink } from '../../../actions/workspaces/use-sign-in-link.ts';
import { isRefusal, refuse, refuseInvalid } from '../../../core/refusal.ts';
import type { NoWorkspaceReason } from '../../../core/workspaces/no-workspace.ts';
import type { ApiContext } from '../../context.ts';
import { adminApiPath } from '../../documents/api-documents.ts';
import { guidesPath } from '../../documents/guide-routes.ts';
import { sendRefusalPage } from '../../pages/refusal-page.ts';
import { header, oneOf } from '../../schemas.ts';
import { beginSignIn } from '../../sign-in/begin-sign-in.ts';
import { readOwnPath } from '../../sign-in/own-path.ts';
import type { SignInHandler } from '../../sign-in/sign-in-callback.ts';
import { limitSignIn } from '../../sign-in/sign-in-limit.ts';
import { adminRoutes } from '../routes.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { noWorkspacePage } from './no-workspace-page.ts';

export const portalPurpose = 'portal';
const signInAddress = `${adminApiPath}/sign-in`;

const seeOther = (description: string) => ({
  303: { type: 'null', description, headers: { Location: header('The next URL of the browser.') } },
});

/** Starts a session for a member whom the identity provider has authenticated; refuses everybody else. */
export function signInPortalMember(context: ApiContext): SignInHandler {
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

export const signInRoutes = adminRoutes((routes, context) => {
  routes.get('/sign-in', {
    access: 'public',
    operationId: 'signIn',
    summary: 'Sign in with a work account',
    description: 'For browsers: redirects to the identity provider and back, then to `returnTo`.',
    tags: ['Session'],
    querystring: Type.Object({
      returnTo: Type.Optional(Type.String({ maxLength: 2_000, description: 'A path within this service.' })),
      loginHint: Type.Optional(Type.String({ maxLength: 254 })),
      account: Type.Optional(
        Type.Unsafe<'choose'>({
          ...oneOf(['choose']),
          description: '`choose` shows the account picker, also to somebody who is signed in.',
        }),
      ),
    }),
    answers: seeOther('To the identity provider.'),
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
    tags: ['Session'],
    querystring: Type.Object({ token: Type.String({ maxLength: 100 }) }),
    answers: {
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
