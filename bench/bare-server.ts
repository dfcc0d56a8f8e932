import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** The work of a bare server for each request, before it sends the same bytes. */
export interface BareServerOrder {
  readonly work: 'nothing' | 'parse-json' | 'query';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly query: BareQuery | null;
}

export interface BareQuery {
  readonly databaseUrl: string;
  readonly maxConnections: number;
  readonly text: string;
  readonly workspaceOfKey: Readonly<Record<string, string>>;
  readonly product: string;
}

const order = JSON.parse(process.argv[2] ?? '') as BareServerOrder;

function answer(response: ServerResponse): void {
  response.writeHead(order.status, order.headers);
  response.end(order.body);
}

function parseJson(request: IncomingMessage, response: ServerResponse): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    JSON.parse(text);
    answer(response);
  });
}

/** Prepared once for each connection. */
function queryWith({ databaseUrl, maxConnections, text, workspaceOfKey, product }: BareQuery) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: maxConnections });
  return (request: IncomingMessage, response: ServerResponse): void => {
    const workspaceId = workspaceOfKey[String(request.headers['x-api-key'])];
    const values = [workspaceId, product, request.url?.split(/[/?]/)[4]];
    pool.query({ name: 'bare', text, values }, (error, result) => {
      if (error || result.rows.length !== 1) response.writeHead(500).end();
      else answer(response);
    });
  };
}

const listeners = {
  nothing: () => (_request: IncomingMessage, response: ServerResponse) => answer(response),
  'parse-json': () => parseJson,
  query: () => {
    if (!order.query) throw new Error('There is no query to make');
    return queryWith(order.query);
  },
};

const server = createServer(listeners[order.work]());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
