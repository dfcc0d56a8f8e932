import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { signInMember } from '../../../actions/workspaces/sign-in-member.ts';
import { useSignInLink } from '../../../actions/workspaces/use-sign-in-link.ts';
import { isRefusal, refuse, refuseInvalid } from '../../../core/refusal.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusalPage } from '../../pages/refusal-page.ts';
import { sendRefusal } from '../../problem.ts';
import { header } from '../../schemas.ts';
import { beginSignIn } from '../../sign-in/begin-sign-in.ts';
import { readOwnPath } from '../../sign-in/own-path.ts';
import type { Welcome } from '../../sign-in/sign-in-callback.ts';
import { limitSignIn } from '../../sign-in/sign-in-limit.ts';
import { sessionRefusals } from '../schemas.ts';
import { setSessionCookie } from '../session-cookie.ts';

export const portalPurpose = 'portal';

const seeOther = (description: string) => ({
  303: { type: 'null', description, headers: { Location: header('Where the browser goes on.') } },
});

/** Begins a session for whom the identity provider has told us of; strangers are told so. */
export function welcomeMember(context: ApiContext): Welcome {
  return async (user, request, reply) => {
    const { writes, clock, randomBytes } = context;
    const started = await signInMember({ database: writes, now: clock.now(), randomBytes }, user, request.ip);
    if (isRefusal(started)) return started;
    setSessionCookie(reply, started.sessionText);
    return undefined;
  };
}

export const signInRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/sign-in',
      {
        config: { access: 'public' },
        schema: {
          operationId: 'signIn',
          summary: 'Sign in with the account at work',
          description: 'For browsers: leads to the identity provider and back, then to `returnTo`.',
          tags: ['Session'],
          security: [],
          querystring: Type.Object({
            returnTo: Type.Optional(
              Type.String({ maxLength: 2_000, description: 'An address within this service.' }),
            ),
            loginHint: Type.Optional(Type.String({ maxLength: 254 })),
          }),
          response: { ...seeOther('To the identity provider.'), ...sessionRefusals('request.rate_limited') },
        },
      },
      async (request, reply) => {
        const limited = await limitSignIn(context, request, reply);
        if (limited) return sendRefusal(reply, limited);
        const { signIn } = context;
        if (!signIn)
          return sendRefusal(reply, refuse('service.unavailable', {}, 'Signing in is not set up.'));
        const returnTo = readOwnPath(request.query.returnTo ?? '/');
        if (!returnTo) {
          const message = 'must be an address within this service';
          return sendRefusal(reply, refuseInvalid([{ path: 'returnTo', rule: 'own', message }]));
        }
        const { loginHint } = request.query;
        const question = { purpose: portalPurpose, returnTo, ...(loginHint && { loginHint }) };
        return beginSignIn(context, signIn, reply, question);
      },
    );

    app.get(
      '/sign-in/link',
      {
        config: { access: 'public' },
        schema: {
          operationId: 'signInByLink',
          summary: 'Sign in by a link that works once',
          description: 'For browsers. The demo prints such a link when it starts.',
          tags: ['Session'],
          security: [],
          querystring: Type.Object({ token: Type.String({ maxLength: 100 }) }),
          response: {
            ...seeOther('Signed in.'),
            ...sessionRefusals('request.rate_limited'),
            403: {
              description: 'The link is spent, too old, or none.',
              content: { 'text/html': { schema: { type: 'string' } } },
            },
          },
        },
      },
      async (request, reply) => {
        const limited = await limitSignIn(context, request, reply);
        if (limited) return sendRefusal(reply, limited);
        const { writes, clock, randomBytes } = context;
        const asked = { database: writes, now: clock.now(), randomBytes };
        const started = await useSignInLink(asked, request.query.token, request.ip);
        if (isRefusal(started)) return sendRefusalPage(reply, started);
        setSessionCookie(reply, started.sessionText);
        return reply.redirect(`${context.publicUrl}/`, 303);
      },
    );
  };
