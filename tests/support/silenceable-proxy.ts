import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, and can make their connections go silent without ending them. */
export class SilenceableProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;
  #isRefusing = false;
  #delay = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens on the port, or on a free one, and passes everything on to the address. */
  static async start(
    target: { readonly host: string; readonly port: number },
    port = 0,
  ): Promise<SilenceableProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new SilenceableProxy(server);
    server.on('connection', (near) => {
      if (proxy.#isRefusing) {
        near.destroy();
        return;
      }
      const far = connect(target.port, target.host);
      proxy.#join(near, far);
      proxy.#join(far, near);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Its ports as the server sees them. */
  get clientPorts(): readonly number[] {
    return [...this.#sockets].map(({ localPort }) => localPort ?? 0);
  }

  /** Nothing passes any more, on old connections or new ones; nobody is told. */
  silence(): void {
    this.#isSilent = true;
  }

  /** New connections pass again; what went silent stays so. */
  speak(): void {
    this.#isSilent = false;
  }

  /** Nothing passes on the connections there are, until it is let go. */
  hold(): void {
    for (const socket of this.#sockets) socket.pause();
  }

  release(): void {
    for (const socket of this.#sockets) socket.resume();
  }

  /** Ends the connections there are; new ones pass. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends the connections there are, and every new one, until it accepts again. */
  refuse(): void {
    this.#isRefusing = true;
    this.cut();
  }

  accept(): void {
    this.#isRefusing = false;
  }

  /** Everything arrives this much later. */
  slow(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(from: Socket, to: Socket): void {
    let wentSilent = this.#isSilent;
    const passes = () => {
      wentSilent ||= this.#isSilent;
      return !wentSilent;
    };
    this.#sockets.add(from);
    from.on('data', (chunk) => {
      if (!passes()) return;
      if (this.#delay === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), this.#delay);
    });
    from.on('end', () => {
      if (passes()) to.end();
    });
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      if (passes()) to.destroy();
    });
  }
}
