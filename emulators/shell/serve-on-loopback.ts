import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { DevelopmentCertificate } from './development-certificate.ts';

export interface LoopbackOptions {
  /** A free port when absent. */
  readonly port?: number;
  readonly httpsPort?: number;
  /** With a certificate, https is served beside http. */
  readonly certificate?: DevelopmentCertificate;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  /** `https://127.0.0.1:…`; undefined without a certificate. */
  readonly httpsUrl: string | undefined;
  close(): Promise<void>;
}

/** @param listenerFor the listener of one origin, which is known once the server has its port. */
export async function serveOnLoopback(
  listenerFor: (origin: () => string) => RequestListener,
  { port, httpsPort, certificate }: LoopbackOptions,
): Promise<LoopbackServer> {
  const { key, cert } = certificate ?? {};
  const servers: Server[] = [];
  const open = async (scheme: 'http' | 'https', wanted = 0): Promise<string> => {
    let origin = '';
    const listener = listenerFor(() => origin);
    const server = scheme === 'http' ? createServer(listener) : createSecureServer({ key, cert }, listener);
    server.requestTimeout = 10_000;
    origin = `${scheme}://127.0.0.1:${await listen(server, wanted)}`;
    servers.push(server);
    return origin;
  };
  const close = async () => {
    await Promise.all(servers.map(closeServer));
  };
  try {
    const url = await open('http', port);
    const httpsUrl = certificate && (await open('https', httpsPort));
    return { url, httpsUrl, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
