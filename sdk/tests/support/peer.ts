import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Decompressed. */
  readonly body: string;
}

export type ServiceResponse = (response: ServerResponse, request: ReceivedRequest) => void;

/** A local HTTP server that answers as the test says. */
export class Peer {
  readonly received: ReceivedRequest[] = [];
  /** The answers of the next requests; then `otherwise` is given. */
  readonly script: ServiceResponse[] = [];
  otherwise: ServiceResponse = json(200, {});
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Peer> {
    const server = createServer();
    const peer = new Peer(server);
    server.on('request', async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { method = '', url: path = '', headers } = incoming;
      const body = Buffer.concat(chunks);
      const isCompressed = headers['content-encoding'] === 'gzip';
      const request = { method, path, headers, body: (isCompressed ? gunzipSync(body) : body).toString() };
      peer.received.push(request);
      (peer.script.shift() ?? peer.otherwise)(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts every open connection. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    await closed;
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): ServiceResponse {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export const problem = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): ServiceResponse =>
  json(status, { title: 'No.', detail: 'Do something.', status, code, args: {} }, headers);

export const cutConnection: ServiceResponse = (response) => {
  response.destroy();
};

export const silence: ServiceResponse = () => undefined;

export const page =
  (status: number): ServiceResponse =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<html>Bad gateway</html>');
  };
