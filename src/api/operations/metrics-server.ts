import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { createLimitedServer } from '../http/listener.ts';

export interface MetricsServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `/metrics` on a separate port, which is not behind the load balancer. */
export async function startMetricsServer(
  registry: Registry,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createLimitedServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics().catch(() => undefined);
    response.writeHead(text === undefined ? 500 : 200, { 'content-type': registry.contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
