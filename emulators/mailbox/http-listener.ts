import type { RequestListener } from 'node:http';
import { renderPage } from './page.ts';
import type { ReceivedMails } from './received-mails.ts';
import { type Trouble, type Troubles, troubleKinds } from './trouble.ts';

export interface HttpListenerOptions {
  readonly mails: ReceivedMails;
  readonly troubles: Troubles;
  readonly smtpUrl: string;
}

interface Answer {
  readonly status: number;
  readonly body: object | string;
}

/** A page for people, JSON for scripts. */
export function createHttpListener(options: HttpListenerOptions): RequestListener {
  return (request, response) => {
    request.resume();
    const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);
    const { status, body } = answer(`${request.method} ${path}`, new URLSearchParams(search), options);
    const isPage = typeof body === 'string';
    response.writeHead(status, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.end(isPage ? body : JSON.stringify(body));
  };
}

function answer(
  call: string,
  query: URLSearchParams,
  { mails, troubles, smtpUrl }: HttpListenerOptions,
): Answer {
  switch (call) {
    case 'GET /':
      return { status: 200, body: renderPage(mails.list(), troubles.list(), smtpUrl) };
    case 'GET /_emulator/mails':
      return { status: 200, body: { mails: mails.list() } };
    case 'DELETE /_emulator/mails':
      mails.clear();
      return { status: 200, body: { mails: [] } };
    case 'POST /_emulator/trouble': {
      if (query.get('kind') === 'none') troubles.clear();
      else {
        const trouble = readTrouble(query);
        if (!trouble) return { status: 400, body: { error: 'kind must be later, never or none' } };
        troubles.set(trouble);
      }
      return { status: 200, body: { troubles: troubles.list() } };
    }
    default:
      return { status: 404, body: { error: 'no such command' } };
  }
}

function readTrouble(query: URLSearchParams): Trouble | undefined {
  const kind = troubleKinds.find((known) => known === query.get('kind'));
  const address = query.get('address')?.toLowerCase();
  return kind && { kind, ...(address ? { address } : {}) };
}
