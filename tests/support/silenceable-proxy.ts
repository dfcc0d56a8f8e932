import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One connection of the client and the one to the server that continues it. */
interface Passage {
  readonly near: Socket;
  readonly far: Socket;
  /** The client's first bytes. */
  opening: Buffer;
  wentSilent: boolean;
}

/** Stands between a client and a server, and makes their connections fail in every way. */
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

  /** Listens on the port, or on a free one, and passes everything on to the address. */
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

  /** The ports of connections that pass, as the server sees them. */
  get clientPorts(): readonly number[] {
    return [...this.#passages]
      .filter(({ near, wentSilent }) => !near.destroyed && !wentSilent)
      .map(({ far }) => far.localPort ?? 0);
  }

  /** From now on faults do not concern connections whose first bytes hold this text; null: they concern all. */
  spare(text: string | null): void {
    this.#spared = text;
  }

  /** Nothing passes any more, on old connections or new ones; nobody is told. */
  silence(): void {
    this.#isSilent = true;
    for (const passage of this.#concerned) passage.wentSilent = true;
  }

  /** New connections pass again; what went silent stays so. */
  speak(): void {
    this.#isSilent = false;
  }

  /** The server hears at last that connections which went silent have ended. */
  endSilent(): void {
    for (const { near, far, wentSilent } of this.#passages) {
      if (!wentSilent) continue;
      near.destroy();
      far.destroy();
    }
  }

  /** Nothing passes on the connections there are, until it is let go. */
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

  /** Ends the connections there are; new ones pass. */
  cut(): void {
    for (const { near, far } of this.#concerned) {
      near.destroy();
      far.destroy();
    }
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
    // What arrives later arrives in order, also when the delay has changed meanwhile.
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
