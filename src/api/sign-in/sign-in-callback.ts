import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { spendSignIn } from '../../actions/workspaces/sign-in.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { SignedInUser, SignInRefusal } from '../../core/workspaces/sign-in.ts';
import type { ApiContext } from '../context.ts';
import { html } from '../pages/html.ts';
import { type RefusalPage, sendPage, sendRefusalPage } from '../pages/page.ts';
import {
  limitSignIn,
  type OwnPath,
  redirectUri,
  type SignInPurpose,
  signInPath,
  visitCookie,
} from './begin-sign-in.ts';
import type { Sealing } from './sealed-cookie.ts';

/** Stores the signed-in user before the browser is redirected to `returnTo`, or refuses them, with a page of its own or not. */
export type SignInHandler = (
  user: SignedInUser,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: OwnPath,
) => Promise<SignInRejection> | SignInRejection;

/** Is told of a visitor who signed in with a personal account, before the page that refuses them. */
export type PersonalAccountHandler = (returnTo: OwnPath) => Promise<void>;

type SignInRejection = Refusal | { readonly refusal: Refusal; readonly page: RefusalPage } | undefined;

/** The redirect target of the identity provider, for every purpose. */
export function signInCallback(
  context: Sealing & Pick<ApiContext, 'signIn' | 'writes' | 'rateLimiter'>,
  handlers: Readonly<Record<SignInPurpose, SignInHandler>>,
  personalAccountHandlers: Readonly<Partial<Record<SignInPurpose, PersonalAccountHandler>>> = {},
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(`${signInPath}/callback`, { schema: { hide: true } }, async (request, reply) => {
      const { signIn, writes, clock } = context;
      const limited = await limitSignIn(context, request, reply);
      if (limited) return sendRefusalPage(reply, limited);
      const { state } = request.query as { state?: unknown };
      const cookie = typeof state === 'string' ? visitCookie(state) : undefined;
      const visit = cookie?.read(context, request);
      if (!signIn || !cookie || !visit) return sendFailure(reply, 'invalid', undefined);
      // A state is accepted once. A repeated request must begin again, unless the database was unavailable.
      const isFirst = await spendSignIn({ database: writes, now: clock.now() }, visit.memory.state);
      cookie.clear(context, reply);
      if (!isFirst) return sendFailure(reply, 'invalid', context.publicUrl + visit.returnTo);

      const { memory, purpose, returnTo } = visit;
      const callbackUrl = new URL(request.url, context.publicUrl).href;
      const finished = await signIn.finish({ redirectUri: redirectUri(context), callbackUrl, memory });
      const handle = handlers[purpose];
      if (finished.outcome === 'signed-in' && handle) {
        const rejection = await handle(finished.user, request, reply, returnTo);
        if (isRefusal(rejection)) return sendRefusalPage(reply, rejection);
        if (rejection) return sendRefusalPage(reply, rejection.refusal, rejection.page);
        return reply.header('cache-control', 'no-store').redirect(context.publicUrl + returnTo, 303);
      }
      if (finished.outcome === 'signed-in')
        return sendFailure(reply, 'invalid', context.publicUrl + returnTo);
      request.log.warn({ purpose, detail: finished.detail }, 'sign-in did not succeed');
      if (finished.outcome === 'refused' && finished.reason === 'personal') {
        await personalAccountHandlers[purpose]?.(returnTo);
      }
      const failure = finished.outcome === 'unavailable' ? 'unavailable' : finished.reason;
      return sendFailure(reply, failure, context.publicUrl + returnTo);
    });
  };
}

const failures: Readonly<
  Record<SignInRefusal | 'unavailable', { status: number; title: string; text: string }>
> = {
  cancelled: {
    status: 403,
    title: 'You have not signed in',
    text: 'The sign-in was cancelled, or your organisation did not allow it. Nothing has been changed.',
  },
  invalid: {
    status: 400,
    title: 'That sign-in cannot be used',
    text: 'It took longer than ten minutes, was used before, or was begun in another browser. Please begin again.',
  },
  incomplete: {
    status: 400,
    title: 'That sign-in cannot be used',
    text: 'The identity provider did not name the user name of your account. Please begin again.',
  },
  personal: {
    status: 403,
    title: 'Use the account of your organisation',
    text: 'You signed in with a personal Microsoft account, which belongs to no organisation. Please sign in with a work or school account.',
  },
  misconfigured: {
    status: 503,
    title: 'Signing in does not work at the moment',
    text: 'Sign-in is not configured correctly. The operator of the service has to fix it; please try again later.',
  },
  unavailable: {
    status: 503,
    title: 'Signing in does not work at the moment',
    text: 'The sign-in service does not respond. Please try again in a few minutes.',
  },
};

function sendFailure(
  reply: FastifyReply,
  failure: keyof typeof failures,
  returnTo: string | undefined,
): FastifyReply {
  const { status, title, text } = failures[failure];
  return sendPage(reply, {
    status,
    title,
    of: 'Tessera',
    tone: 'attention',
    content: html`<p>${text}</p>
      ${
        returnTo === undefined
          ? html`<p>Please go back and open the link again.</p>`
          : html`<p class="actions"><a class="button" href="${returnTo}">Try again</a></p>`
      }`,
  });
}
