import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createFulfilmentService,
  type FulfilmentServiceOptions,
} from '../../../src/adapters/microsoft-marketplace/fulfilment-service.ts';
import type { ApplicationAccount } from '../../../src/core/marketplace/connections/kinds.ts';
import { localExchange } from './local-exchange.ts';

interface RecordedCall {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged; anything else as JSON. */
  readonly body?: unknown;
  /** Replaces the response. */
  readonly fault?: 'hang' | 'reset' | 'cut';
}

/** A marketplace with its token endpoint that sends scripted responses over real HTTP. */
export interface ScriptedMarketplace {
  readonly url: string;
  readonly connection: ApplicationAccount;
  readonly service: ReturnType<typeof createFulfilmentService>;
  /** The requests to the marketplace, without token requests. */
  readonly calls: RecordedCall[];
  readonly tokenCalls: RecordedCall[];
  /** Sets the responses to the next requests, in order; the last one repeats. */
  respond(...answers: readonly ScriptedResponse[]): void;
  respondToTokenRequests(...answers: readonly ScriptedResponse[]): void;
  /** A new adapter, no recorded requests, every response an empty 200. */
  renew(options?: Partial<FulfilmentServiceOptions>): void;
  stop(): Promise<void>;
}

/** The id in the responses. */
export const theirRequestId = 'd1000000-0000-4000-8000-000000000001';

const now = new Date('2026-11-15T09:30:00.000Z');

export async function startScriptedMarketplace(): Promise<ScriptedMarketplace> {
  const calls: RecordedCall[] = [];
  const tokenCalls: RecordedCall[] = [];
  let answers: ScriptedResponse[] = [];
  let tokenAnswers: ScriptedResponse[] = [];
  let serial = 0;
  const granted = (): ScriptedResponse => {
    serial += 1;
    return { body: { access_token: `token-${serial}`, expires_in: 3599 } };
  };
  const inTurn = (queue: ScriptedResponse[]) => (queue.length > 1 ? queue.shift() : queue[0]);

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url: address = '', headers } = request;
      const isToken = address.endsWith('/oauth2/v2.0/token');
      (isToken ? tokenCalls : calls).push({ method, address, headers, body });
      const scripted = (isToken ? (inTurn(tokenAnswers) ?? granted()) : inTurn(answers)) ?? {};
      if (scripted.fault === 'hang') return;
      if (scripted.fault === 'reset') {
        request.socket.resetAndDestroy();
        return;
      }
      const text = typeof scripted.body === 'string' ? scripted.body : JSON.stringify(scripted.body ?? '');
      response.writeHead(scripted.status ?? 200, { 'x-ms-requestid': theirRequestId, ...scripted.headers });
      if (scripted.fault === 'cut') {
        response.write(text.slice(0, -1));
        response.socket?.end();
        return;
      }
      response.end(scripted.body === undefined ? '' : text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = (options: Partial<FulfilmentServiceOptions> = {}) =>
    createFulfilmentService({
      clock: { now: () => now },
      randomBytes,
      exchange: localExchange,
      ...options,
    });

  let service = create();
  return {
    url,
    connection: {
      authUrl: url,
      marketplaceUrl: url,
      tenantId: 'tenant',
      clientId: 'client',
      credential: { kind: 'secret', clientSecret: 'the-secret' },
    },
    get service() {
      return service;
    },
    calls,
    tokenCalls,
    respond(...next) {
      answers = [...next];
    },
    respondToTokenRequests(...next) {
      tokenAnswers = [...next];
    },
    renew(options) {
      service.stop();
      calls.length = 0;
      tokenCalls.length = 0;
      answers = [];
      tokenAnswers = [];
      service = create(options);
    },
    async stop() {
      service.stop();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
