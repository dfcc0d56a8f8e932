import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Faults of an activation: refused, an error of the marketplace or the page of a proxy, never forwarded, or forwarded
 * with its response lost.
 */
export type ActivationFate = 'refused' | 'failing' | 'page' | 'unsent' | 'answer-lost';

/** A proxy between the service and the marketplace that forwards everything, and injects faults into activations. */
export class ActivationProxy {
  readonly url: string;
  readonly #server: Server;
  fate: ActivationFate | null = null;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async before(target: () => string): Promise<ActivationProxy> {
    const proxies: ActivationProxy[] = [];
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      const fate = request.url?.includes('/activate') ? proxies[0]?.fate : null;
      if (fate === 'unsent') return request.socket.destroy();
      if (fate === 'failing') return response.writeHead(500).end();
      if (fate === 'page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello');
      if (fate === 'refused') return response.writeHead(400).end('{"code":"BadArgument","message":"No."}');
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const answer = await fetch(target() + request.url, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      }).catch(() => undefined);
      const text = await answer?.text();
      if (!answer || fate === 'answer-lost') return request.socket.destroy();
      return response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(text);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new ActivationProxy(server);
    proxies.push(proxy);
    return proxy;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
