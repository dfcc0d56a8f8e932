import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Gives each connection to the next node that accepts it, and ends it when either side does. */
export class Balancer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param urls of the nodes, as they are at the moment of a connection. */
  static async start(urls: () => readonly string[]): Promise<Balancer> {
    let turn = 0;
    const server = createServer((near) => {
      const nodes = urls();
      turn += 1;
      join(near, [...nodes.slice(turn % nodes.length), ...nodes.slice(0, turn % nodes.length)]);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Balancer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function join(near: Socket, [node, ...others]: readonly string[]): void {
  if (node === undefined) {
    near.destroy();
    return;
  }
  const { hostname, port } = new URL(node);
  const far = connect(Number(port), hostname);
  const refused = () => join(near, others);
  far.once('error', refused);
  far.once('connect', () => {
    far.off('error', refused);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
}
