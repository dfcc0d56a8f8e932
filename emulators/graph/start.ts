import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBearerTokens } from './bearer-token.ts';
import { type Behaviour, createBehaviours } from './behaviour.ts';
import { createUserRegister, type GraphDirectory, type UserRegister } from './directory.ts';
import { createListener } from './listener.ts';

export interface GraphEmulatorOptions {
  /** The Entra emulator whose tokens are taken. */
  readonly idp: { readonly url: string };
  readonly directory: GraphDirectory;
  /** A free port is taken where none is given. */
  readonly port?: number;
  /** Rows on a page, unless the caller prefers another number. */
  readonly pageSize?: number;
  readonly now?: () => Date;
}

export interface GraphEmulator extends Pick<UserRegister, 'registerUser'> {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  /** Requests met so far, by path. */
  readonly requests: ReadonlyMap<string, number>;
  forgetRequests(): void;
  /** For one tenant, or for all that have none of their own. `normal` for all ends every tenant's as well. */
  setBehaviour(behaviour: Behaviour, tenantId?: string): void;
  close(): Promise<void>;
}

export async function startGraphEmulator(options: GraphEmulatorOptions): Promise<GraphEmulator> {
  const now = options.now ?? (() => new Date());
  const register = createUserRegister(options.directory);
  const behaviours = createBehaviours();
  const requests = new Map<string, number>();
  let url = '';

  const server = createServer(
    createListener({
      controls: { register, behaviours, requests },
      requests,
      bearerTokens: createBearerTokens(options.idp.url, now),
      now,
      pageSize: options.pageSize ?? 100,
      origin: () => url,
    }),
  );
  server.requestTimeout = 10_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    forgetRequests: () => requests.clear(),
    registerUser: register.registerUser,
    setBehaviour: behaviours.set,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
