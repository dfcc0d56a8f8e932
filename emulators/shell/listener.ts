import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { answerControl, type Control, controlPrefix } from './control.ts';
import { readBody } from './request-body.ts';
import type { Reply } from './response.ts';

export interface EmulatorRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as it was sent. */
  readonly bytes: Buffer;
}

/** The most that a command, a form or a usual call may have. */
export const usualLimitBytes = 64 * 1024;

export interface ListenerOptions {
  readonly answer: (request: EmulatorRequest) => Reply | Promise<Reply>;
  /** Answers `/_emulator/`, which no fault affects. */
  readonly control?: Control;
  /** Of calls: 64 KB when absent. */
  readonly bodyLimitBytes?: number;
}

/** The HTTP half of every emulator. An error of ours is a 500, never the end of the process. */
export function createListener(options: ListenerOptions): RequestListener {
  return (request, response) => {
    response.on('error', () => response.destroy());
    replyTo(request, options).then(
      (reply) => send(request, response, reply),
      () => (request.complete ? send(request, response, { status: 500 }) : response.destroy()),
    );
  };
}

async function replyTo(request: IncomingMessage, options: ListenerOptions): Promise<Reply> {
  const { answer, control, bodyLimitBytes = usualLimitBytes } = options;
  const { method = 'GET', url = '/', headers } = request;
  const [path = '/', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const isControl = control !== undefined && path.startsWith(controlPrefix);
  const bytes = await readBody(request, isControl ? usualLimitBytes : bodyLimitBytes);
  if (bytes === undefined) return { status: 413, headers: { connection: 'close' } };
  const body = bytes.toString('utf8');
  if (isControl) {
    return answerControl({ method, command: path.slice(controlPrefix.length), query, body }, control);
  }
  return answer({ method, path, query, headers, body, bytes });
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === 'reset') dropConnection(request);
  if (typeof reply === 'string' || response.destroyed || response.headersSent) return;
  const { status, body, text, bytes, headers } = reply;
  const content = bytes ?? text ?? (body === undefined ? '' : JSON.stringify(body));
  const type = text === undefined ? 'application/json' : 'text/html';
  response.writeHead(status, {
    ...(content.length === 0 ? {} : { 'content-type': `${type}; charset=utf-8` }),
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(content) }),
    ...headers,
  });
  response.end(content);
}

function dropConnection({ socket }: IncomingMessage): void {
  // Only a bare TCP socket can send a reset.
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
