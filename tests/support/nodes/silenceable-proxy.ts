import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A connection of the client with its connection to the server. */
interface Passage {
  readonly near: Socket;
  readonly far: Socket;
  /** The client's first bytes. */
  opening: Buffer;
  wentSilent: boolean;
}

/** A TCP proxy between a client and a server that can make their connections fail in every way. */
export class SilenceableProxy {
  readonly #server: Server;
  readonly #passages = new Set<Passage>();
  #isSilent = false;
  #isRefusing = false;
  #delay = 0;
  #spared: string | null = null;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens on the given port, or a free one, and forwards to the address. */
  static async start(
    target: { readonly host: string; readonly port: number },
    port = 0,
  ): Promise<SilenceableProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new SilenceableProxy(server);
    server.on('connection', (near) => {
      if (proxy.#isRefusing && proxy.#spared === null) {
        near.destroy();
        return;
      }
      const far = connect(target.port, target.host);
      const passage = { near, far, opening: Buffer.alloc(0), wentSilent: false };
      near.once('data', (chunk) => {
        passage.opening = chunk;
        if (proxy.#isRefusing && !proxy.#isSpared(passage)) near.destroy();
      });
      proxy.#passages.add(passage);
      proxy.#join(near, far, passage);
      proxy.#join(far, near, passage);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The ports of the forwarded connections, as the server sees them. */
  get clientPorts(): readonly number[] {
    return [...this.#passages]
      .filter(({ near, wentSilent }) => !near.destroyed && !wentSilent)
      .map(({ far }) => far.localPort ?? 0);
  }

  /** From now on faults spare connections whose first bytes contain this text; null: they affect all. */
  spare(text: string | null): void {
    this.#spared = text;
  }

  /** Stops forwarding on old and new connections, without closing them. */
  silence(): void {
    this.#isSilent = true;
    for (const passage of this.#concerned) passage.wentSilent = true;
  }

  /** Forwards new connections again; silenced ones stay silent. */
  unsilence(): void {
    this.#isSilent = false;
  }

  /** Closes the server's side of silenced connections. */
  endSilent(): void {
    for (const { near, far, wentSilent } of this.#passages) {
      if (!wentSilent) continue;
      near.destroy();
      far.destroy();
    }
  }

  /** Pauses the existing connections until they are resumed. */
  hold(): void {
    for (const { near, far } of this.#concerned) {
      near.pause();
      far.pause();
    }
  }

  release(): void {
    for (const { near, far } of this.#passages) {
      near.resume();
      far.resume();
    }
  }

  /** Closes the existing connections; new ones are forwarded. */
  cut(): void {
    for (const { near, far } of this.#concerned) {
      near.destroy();
      far.destroy();
    }
  }

  /** Closes the existing connections and every new one, until it accepts again. */
  refuse(): void {
    this.#isRefusing = true;
    this.cut();
  }

  accept(): void {
    this.#isRefusing = false;
  }

  /** Delays everything by this time. */
  slow(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  async close(): Promise<void> {
    this.spare(null);
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get #concerned(): readonly Passage[] {
    return [...this.#passages].filter((passage) => !this.#isSpared(passage));
  }

  #isSpared({ opening }: Passage): boolean {
    return this.#spared !== null && opening.includes(this.#spared);
  }

  #join(from: Socket, to: Socket, passage: Passage): void {
    const passes = () => {
      passage.wentSilent ||= this.#isSilent && !this.#isSpared(passage);
      return !passage.wentSilent;
    };
    // Keeps the order of delayed data, also when the delay changes.
    const waiting: (() => void)[] = [];
    let dueAt = 0;
    const later = (act: () => void): void => {
      const now = performance.now();
      dueAt = Math.max(dueAt, this.#isSpared(passage) ? 0 : now + this.#delay);
      if (dueAt <= now && waiting.length === 0) {
        act();
        return;
      }
      waiting.push(act);
      setTimeout(() => waiting.shift()?.(), Math.max(0, dueAt - now));
    };
    from.on('data', (chunk) => {
      if (passes()) later(() => to.writable && to.write(chunk));
    });
    from.on('end', () => {
      if (passes()) later(() => to.end());
    });
    from.on('error', () => {});
    from.on('close', () => {
      if (to.destroyed) this.#passages.delete(passage);
      if (passes()) later(() => to.destroy());
    });
  }
}
