import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const notificationResponse = 'A'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);

/**
 * Drops notifications as a pooler in transaction mode does: a client has a backend only during a query, so
 * notifications in between are lost.
 */
export class TransactionPooler {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** While false, it behaves like a pooler in session mode. */
  sharesBackends = true;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(databaseUrl: string): Promise<TransactionPooler> {
    const { hostname, port } = new URL(databaseUrl);
    const server = createServer();
    const pooler = new TransactionPooler(server);
    server.on('connection', (client) => pooler.#join(client, connect(Number(port), hostname)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return pooler;
  }

  /** The address of a database through the pooler. */
  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, backend: Socket): void {
    let isIdle = false;
    let received = Buffer.alloc(0);
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (chunk) => {
      isIdle = false;
      backend.write(chunk);
    });
    backend.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 5) {
        const length = received.readInt32BE(1) + 1;
        if (received.length < length) break;
        const message = received.subarray(0, length);
        received = received.subarray(length);
        const isDropped = this.sharesBackends && isIdle && message[0] === notificationResponse;
        if (!isDropped) client.write(message);
        if (message[0] === readyForQuery) isIdle = true;
      }
    });
  }
}
