import { createServer } from 'node:net';

const names = [
  'idp',
  'idpHttps',
  'graph',
  'graphHttps',
  'marketplace',
  'marketplaceHttps',
  'mailbox',
  'smtp',
  'aws',
] as const;

/** 0 means any free port. */
export type EmulatorPorts = Readonly<Record<(typeof names)[number], number>>;

/**
 * The ports after the service's own, in the order above, so that addresses are the same at every start. One that is in use
 * is replaced by a free port. A service on any free port has emulators on free ports.
 */
export async function emulatorPorts(
  servicePort: number,
): Promise<{ readonly ports: EmulatorPorts; readonly taken: readonly number[] }> {
  const wanted = names.map((name, index) => [name, servicePort === 0 ? 0 : servicePort + index + 1] as const);
  const found = await Promise.all(
    wanted.map(async ([name, port]) => [name, (await isFree(port)) ? port : 0] as const),
  );
  return {
    ports: Object.fromEntries(found) as EmulatorPorts,
    taken: wanted.flatMap(([, port], index) => (port === found[index]?.[1] ? [] : [port])),
  };
}

function isFree(port: number): Promise<boolean> {
  if (port > 65_535) return Promise.resolve(false);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
