import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ListenerOptions {
  readonly port: number;
  /** Null: signatures cannot be checked, and that is said. */
  readonly secret: string | null;
  readonly print: (line: string) => void;
}

export interface RunningListener {
  readonly url: string;
  close(): Promise<void>;
}

const mostBytes = 1_048_576;

/** A receiver to develop with: prints a line for each webhook that arrives, and answers as a good receiver does. */
export async function startListener({ port, secret, print }: ListenerOptions): Promise<RunningListener> {
  const webhook = secret === null ? null : new Webhook(secret);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) {
        response.writeHead(413).end();
        return;
      }
      chunks.push(chunk);
    }
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    const body = Buffer.concat(chunks).toString('utf8');
    const verdict = judge(webhook, body, request.headers as Record<string, string>);
    print(describe(body, request.headers['webhook-id'], verdict));
    response.writeHead(verdict.startsWith('signature bad') ? 401 : 204).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function judge(webhook: Webhook | null, body: string, headers: Record<string, string>): string {
  if (!webhook) return 'signature not checked: no secret';
  try {
    webhook.verify(body, headers);
    return 'signature ok';
  } catch (error) {
    return `signature bad: ${error instanceof Error ? error.message : error}`;
  }
}

interface Payload {
  readonly type?: unknown;
  readonly data?: {
    readonly tenantId?: unknown;
    readonly product?: { readonly slug?: unknown };
    readonly version?: unknown;
  };
}

/** One line, whatever arrives: nothing that a sender writes can begin another. */
function describe(body: string, id: unknown, verdict: string): string {
  let payload: Payload = {};
  try {
    payload = (JSON.parse(body) as Payload | null) ?? {};
  } catch {
    verdict += ', body is not JSON';
  }
  const { type, data } = payload;
  const parts = [
    text(type) || '(no type)',
    data?.tenantId === undefined ? '' : `tenant ${text(data.tenantId)}`,
    data?.product?.slug === undefined ? '' : `product ${text(data.product.slug)}`,
    data?.version === undefined ? '' : `version ${text(data.version)}`,
    `id ${text(id)}`,
    text(verdict),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

function text(value: unknown): string {
  return String(value ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
