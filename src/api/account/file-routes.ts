import type { FastifyInstance } from 'fastify';
import {
  issueCustomerLicenceFile,
  revokeCustomerLicenceFile,
} from '../../actions/marketplace/customer-licence-files.ts';
import { takeCustomerUsageFile } from '../../actions/usage/usage-files.ts';
import { accountPath } from '../../core/marketplace/purchases/account.ts';
import { fileProblemText } from '../../core/marketplace/purchases/file-problem.ts';
import { isRefusal } from '../../core/refusal.ts';
import { maxUsageFileLength } from '../../core/usage/events/usage-file.ts';
import { findLicenceToken } from '../../storage/entitlements/signed/licence-files.ts';
import { licenceFileDownload } from '../licence-file-download.ts';
import { arriveWithAccountForm, customerAction, customerOf, doneUrl, textOf } from './account-change.ts';
import type { AccountContext } from './account-context.ts';
import { arriveAtAccount } from './account-session.ts';
import { detailUrl } from './account-visit.ts';
import { findAccountLicenceFile } from './file-facts.ts';
import { noMessages } from './seat-pages.ts';
import { showSubscription } from './show-account.ts';

const detail = `${accountPath}/:connectionId/subscriptions/:subscriptionId`;
const hidden = { schema: { hide: true } } as const;
/** The file, the note of the form, and what surrounds them. */
const usageLimitBytes = maxUsageFileLength + 16 * 1024;

/** Licence files and usage files on the customer's page. */
export function addFileRoutes(app: FastifyInstance, context: AccountContext): void {
  app.post(`${detail}/licence-files`, hidden, async (request, reply) => {
    const arrival = await arriveWithAccountForm(context, request, reply);
    if (!arrival) return reply;
    const { subscriptionId } = request.params as { subscriptionId: string };
    const wanted = {
      months: Number(textOf(request.body, 'months')),
      requestFile: textOf(request.body, 'requestFile') || undefined,
      replaces: textOf(request.body, 'replaces') || undefined,
    };
    const action = customerAction(context, arrival, request);
    const signing = { encryptionKey: context.encryptionKey, publicUrl: context.publicUrl };
    const issued = await issueCustomerLicenceFile(
      action,
      customerOf(arrival),
      subscriptionId,
      wanted,
      signing,
    );
    if (isRefusal(issued)) {
      const refusedFile = { form: 'Issue', problem: fileProblemText(issued) } as const;
      return showSubscription(context, request, reply, arrival, { ...noMessages, refusedFile });
    }
    return reply.redirect(doneUrl(arrival, subscriptionId, issued ? 'issued' : 'nothing'), 303);
  });

  app.post(`${detail}/licence-files/revoke`, hidden, async (request, reply) => {
    const arrival = await arriveWithAccountForm(context, request, reply);
    if (!arrival) return reply;
    const { subscriptionId } = request.params as { subscriptionId: string };
    const named = {
      licenceFileId: textOf(request.body, 'licenceFileId'),
      reason: textOf(request.body, 'reason').trim(),
    };
    const action = customerAction(context, arrival, request);
    const revoked = await revokeCustomerLicenceFile(action, customerOf(arrival), subscriptionId, named);
    if (isRefusal(revoked)) {
      const refusedFile = { form: 'Revoke', problem: fileProblemText(revoked) } as const;
      return showSubscription(context, request, reply, arrival, { ...noMessages, refusedFile });
    }
    return reply.redirect(doneUrl(arrival, subscriptionId, revoked ? 'revoked' : 'nothing'), 303);
  });

  app.get(`${detail}/licence-files/:licenceFileId/file`, hidden, async (request, reply) => {
    const arrival = await arriveAtAccount(context, request, reply);
    if (!arrival) return reply;
    const named = request.params as { subscriptionId: string; licenceFileId: string };
    const file = await findAccountLicenceFile(context, arrival, named);
    const { workspaceId } = arrival.connection;
    const token = file && (await findLicenceToken(context.database, workspaceId, file.licenceFileId));
    if (!token) return reply.redirect(detailUrl(arrival.visit, named.subscriptionId), 303);
    const { text, headers } = licenceFileDownload(file, token);
    return reply.headers({ ...headers, 'cache-control': 'no-store' }).send(text);
  });

  app.post(`${detail}/usage-files`, { ...hidden, bodyLimit: usageLimitBytes }, async (request, reply) => {
    const arrival = await arriveWithAccountForm(context, request, reply);
    if (!arrival) return reply;
    const { subscriptionId } = request.params as { subscriptionId: string };
    const action = customerAction(context, arrival, request);
    const text = textOf(request.body, 'file');
    const taken = await takeCustomerUsageFile(
      action,
      customerOf(arrival),
      subscriptionId,
      text,
      context.publicUrl,
    );
    if (isRefusal(taken)) {
      const refusedFile = { form: 'Usage', problem: fileProblemText(taken) } as const;
      return showSubscription(context, request, reply, arrival, { ...noMessages, refusedFile });
    }
    if (!taken) return reply.redirect(doneUrl(arrival, subscriptionId, 'nothing'), 303);
    const shown = `usageFile=${taken.usageFileId}${taken.isRepeated ? '&again' : ''}`;
    return reply.redirect(`${detailUrl(arrival.visit, subscriptionId)}?${shown}#licence-files`, 303);
  });
}
