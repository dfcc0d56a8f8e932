import { createTokenCheck } from '../shell/bearer-token.ts';
import { createFaults } from '../shell/faults.ts';
import { microsoftGraph } from '../shell/first-party-apps.ts';
import { createRequestCounts } from '../shell/request-counts.ts';
import { type LoopbackOptions, type LoopbackServer, serveOnLoopback } from '../shell/serve-on-loopback.ts';
import { createUserRegister, type GraphDirectory, type UserRegister } from './directory.ts';
import { type GraphFault, graphFaultKey } from './faults.ts';
import { createGraphListener } from './listener.ts';

export interface GraphEmulatorOptions extends LoopbackOptions {
  /** The Entra emulator whose tokens are accepted. */
  readonly idp: { readonly url: string };
  readonly directory: GraphDirectory;
  /** Rows on a page, unless the caller prefers another number. */
  readonly pageSize?: number;
  readonly now?: () => Date;
}

export interface GraphEmulator extends LoopbackServer, Pick<UserRegister, 'registerUser'> {
  /** The number of requests by path. */
  readonly requests: ReadonlyMap<string, number>;
  clearRequests(): void;
  /** For one tenant, or for all tenants that have none of their own; replaces the fault before it. */
  setFault(fault: GraphFault): void;
  clearFaults(): void;
}

export async function startGraphEmulator(options: GraphEmulatorOptions): Promise<GraphEmulator> {
  const now = options.now ?? (() => new Date());
  const register = createUserRegister(options.directory);
  const faults = createFaults(graphFaultKey);
  const requests = createRequestCounts();
  const { appId, identifierUris } = microsoftGraph;
  const checkToken = createTokenCheck({
    idpUrl: options.idp.url,
    audiences: [appId, ...identifierUris.flatMap((uri) => [uri, `${uri}/`])],
    now,
  });

  const server = await serveOnLoopback(
    (origin) =>
      createGraphListener({
        controls: { register, faults, requests },
        checkToken,
        now,
        pageSize: options.pageSize ?? 100,
        origin,
      }),
    options,
  );

  return {
    ...server,
    requests: requests.byPath,
    clearRequests: requests.clear,
    registerUser: register.registerUser,
    setFault: (fault) => faults.set(fault),
    clearFaults: () => faults.clear(),
  };
}
