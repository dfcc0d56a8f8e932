import type { RequestListener } from 'node:http';
import type { ControlRequest } from '../shell/control.ts';
import { answerFaultCommand, type Faults } from '../shell/faults.ts';
import { createListener } from '../shell/listener.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import { type MailboxFault, mailboxFaultKinds } from './faults.ts';
import { mailboxPage } from './page.ts';
import type { ReceivedMails } from './received-mails.ts';

export interface MailboxContext {
  readonly mails: ReceivedMails;
  readonly faults: Faults<MailboxFault>;
  readonly smtpUrl: string;
}

/** A page for people, JSON for scripts. */
export function createMailboxListener(context: MailboxContext): RequestListener {
  const { mails, faults, smtpUrl } = context;
  return createListener({
    answer: ({ method, path }) =>
      method === 'GET' && path === '/'
        ? mailboxPage(mails.list(), faults.list(), smtpUrl)
        : { status: 404, body: { error: 'no such page' } },
    control: (request) => controlMailbox(request, context),
  });
}

function controlMailbox(
  { method, command, query }: ControlRequest,
  { mails, faults }: MailboxContext,
): EmulatorResponse | undefined {
  switch (`${method} ${command}`) {
    case 'GET mails':
      return { status: 200, body: { mails: mails.list() } };
    case 'DELETE mails':
      mails.clear();
      return { status: 200, body: { mails: [] } };
    case 'POST faults':
      return answerFaultCommand(query, faults, mailboxFaultKinds, readScope);
    default:
      return undefined;
  }
}

function readScope(query: URLSearchParams): Pick<MailboxFault, 'address'> {
  const address = query.get('address')?.toLowerCase();
  return address ? { address } : {};
}
