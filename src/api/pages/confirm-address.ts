import type { FastifyInstance, FastifyReply } from 'fastify';
import { confirmSupportAddress } from '../../actions/workspaces/settings.ts';
import { isBearerText } from '../../core/workspaces/session.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { findConfirmationByToken } from '../../storage/workspaces/support-confirmations.ts';
import type { ApiContext } from '../context.ts';
import { html } from './html.ts';
import { type Page, sendPage } from './page.ts';

export const confirmAddressPath = '/support-addresses/confirm';
const visitsPerMinute = 60;
const hidden = { schema: { hide: true } } as const;

/**
 * The target of the link in a confirmation e-mail. Opening it confirms nothing, because mail scanners open links too.
 */
export function confirmAddressRoutes(
  context: Pick<ApiContext, 'clock' | 'database' | 'publicUrl' | 'randomBytes' | 'rateLimiter' | 'writes'>,
) {
  const here = () => `${context.publicUrl}${confirmAddressPath}`;
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      const decision = await context.rateLimiter.take(`confirm-address:${request.ip}`, visitsPerMinute);
      if (decision.allowed) return;
      reply.header('retry-after', String(Math.max(1, decision.secondsUntilMore)));
      return show(reply, tooOften);
    });

    app.get(confirmAddressPath, hidden, async (request, reply) => {
      const token = tokenIn(request.query);
      const found =
        token !== undefined &&
        (await findConfirmationByToken(context.database, hashSecret(token), context.clock.now()));
      return show(reply, token && found ? confirmPage(found.address, token, here()) : deadLink);
    });

    app.post(confirmAddressPath, hidden, async (request, reply) => {
      const token = tokenIn(request.body);
      const { writes: database, clock, randomBytes } = context;
      const action = { database, now: clock.now(), randomBytes };
      const confirmed = token !== undefined && (await confirmSupportAddress(action, token, request.ip));
      return show(reply, confirmed ? confirmedPage(confirmed.address) : deadLink);
    });
  };
}

function tokenIn(sent: unknown): string | undefined {
  const { token } = (sent ?? {}) as { token?: unknown };
  return typeof token === 'string' && isBearerText(token) ? token : undefined;
}

type Shown = Omit<Page, 'of'>;

function show(reply: FastifyReply, page: Shown): FastifyReply {
  return sendPage(reply, { of: 'Tessera', ...page });
}

function confirmPage(address: string, token: string, action: string): Shown {
  return {
    status: 200,
    title: 'Confirm this support address',
    tone: 'calm',
    content: html`<p>Notices about marketplace sales are mailed to <strong>${address}</strong> once you confirm.</p>
      <div class="actions">
        <form method="post" action="${action}">
          <input type="hidden" name="token" value="${token}">
          <button class="button" type="submit">Confirm</button>
        </form>
      </div>
      <p class="quiet">If you do not expect this, close the page: nothing is mailed to you.</p>`,
  };
}

function confirmedPage(address: string): Shown {
  return {
    status: 200,
    title: 'The address is confirmed',
    tone: 'good',
    content: html`<p>Notices are mailed to <strong>${address}</strong> from now on. You can close this page.</p>`,
  };
}

const deadLink: Shown = {
  status: 410,
  title: 'This link does not work any more',
  tone: 'attention',
  content: html`<p>A link works once, for 7 days, and only the one in the newest mail. If the address is not confirmed yet,
    an administrator of the workspace can send the mail again, in the settings.</p>`,
};

const tooOften: Shown = {
  status: 429,
  title: 'Too many requests',
  tone: 'attention',
  content: html`<p>Please try again in a minute.</p>`,
};
