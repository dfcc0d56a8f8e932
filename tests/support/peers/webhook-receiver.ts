import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly receivedAt: Date;
}

/** The behaviour of a path: a status, or no response. */
export type ReceiverBehaviour = number | 'hang' | ((response: ServerResponse) => void);

/** A partner's receiver: each path is an endpoint with its own behaviour, by default 200. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly #behaviours = new Map<string, ReceiverBehaviour>();
  readonly #server: Server;
  #connections = 0;
  #underWay = 0;
  #mostUnderWay = new Map<string, number>();

  private constructor() {
    const underWay = new Map<string, number>();
    this.#server = createServer(async (request, response) => {
      const path = request.url ?? '';
      const count = (underWay.get(path) ?? 0) + 1;
      underWay.set(path, count);
      this.#mostUnderWay.set(path, Math.max(count, this.#mostUnderWay.get(path) ?? 0));
      this.#underWay++;
      response.on('close', () => {
        underWay.set(path, (underWay.get(path) ?? 0) - 1);
        this.#underWay--;
      });
      let body = '';
      request.setEncoding('utf8');
      try {
        for await (const chunk of request) body += chunk;
      } catch {
        return;
      }
      this.received.push({ path, headers: request.headers, body, receivedAt: new Date() });
      const behaviour = this.#behaviours.get(path) ?? 200;
      if (typeof behaviour === 'number') response.writeHead(behaviour).end('noted');
      else if (behaviour !== 'hang') behaviour(response);
    });
    this.#server.on('connection', () => this.#connections++);
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  behave(path: string, behaviour: ReceiverBehaviour): void {
    this.#behaviours.set(path, behaviour);
  }

  at(path: string): readonly ReceivedWebhook[] {
    return this.received.filter((one) => one.path === path);
  }

  /** The number of connections ever made to it. */
  get connections(): number {
    return this.#connections;
  }

  /** The number of requests without a response. */
  get underWay(): number {
    return this.#underWay;
  }

  /** The maximum number of concurrent requests of a path. */
  maxConcurrent(path: string): number {
    return this.#mostUnderWay.get(path) ?? 0;
  }

  /** Closes every connection. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }
}
