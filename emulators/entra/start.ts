import { createFaults, type Faults } from '../shell/faults.ts';
import { createRequestCounts } from '../shell/request-counts.ts';
import { type LoopbackOptions, type LoopbackServer, serveOnLoopback } from '../shell/serve-on-loopback.ts';
import { accessTokenClaims } from './access-token.ts';
import type { Controls } from './control.ts';
import { createRegister, type Directory, type Register } from './directory.ts';
import type { EntraFault } from './faults.ts';
import { createKeyRing, type SigningMaterial, type SignOptions } from './key-ring.ts';
import { createEntraListener } from './listener.ts';
import { createGrants } from './sign-in/grants.ts';

export interface EntraEmulatorOptions extends LoopbackOptions {
  readonly now?: () => Date;
  /** Keys to start with, and to rotate to: making them is the slowest part of a start. */
  readonly signingKeys?: readonly SigningMaterial[];
}

/** The origin in the issuer of every version 2 token is `url`, also over https. */
export interface EntraEmulator
  extends LoopbackServer,
    Pick<Register, 'registerTenant' | 'registerApi' | 'registerApplication' | 'registerUser'> {
  /** The number of requests by path. */
  readonly requests: ReadonlyMap<string, number>;
  clearRequests(): void;
  /** Signs with a new key. Older keys stay published for a day, or are withdrawn at once. */
  rotateKeys(options?: { readonly withdraw?: boolean }): Promise<void>;
  /** Replaces the fault before it. */
  setFault(fault: EntraFault): void;
  clearFaults(): void;
  /** The claims of a client's token, for a test to change before it signs them. */
  claimsFor(subject: ClaimsSubject): Record<string, unknown>;
  sign(claims: Readonly<Record<string, unknown>>, options?: SignOptions): Promise<string>;
}

interface ClaimsSubject {
  readonly tenantId: string;
  readonly clientId: string;
  /** The API's id or `api://` identifier. */
  readonly api: string;
}

export async function startEntraEmulator(
  directory: Directory,
  options: EntraEmulatorOptions = {},
): Promise<EntraEmulator> {
  const now = options.now ?? (() => new Date());
  const register = createRegister(directory);
  const keys = await createKeyRing(now, options.signingKeys);
  const requests = createRequestCounts();
  const faults: Faults<EntraFault> = createFaults(() => '');
  const controls: Controls = { register, keys, grants: createGrants(), requests, faults };
  let url = '';
  const server = await serveOnLoopback(
    (origin) => createEntraListener({ controls, now, origins: () => ({ own: origin(), issuer: url }) }),
    options,
  );
  ({ url } = server);

  return {
    ...server,
    requests: requests.byPath,
    clearRequests: requests.clear,
    registerTenant: register.registerTenant,
    registerApi: register.registerApi,
    registerApplication: register.registerApplication,
    registerUser: register.registerUser,
    rotateKeys: ({ withdraw = false } = {}) => keys.rotate(withdraw),
    setFault: faults.set,
    clearFaults: () => faults.clear(),
    claimsFor({ tenantId, clientId, api: identifier }) {
      const application = register.findApplication(clientId, tenantId);
      const api = register.findApi(identifier, tenantId);
      if (!application || !api) throw new Error('the application or the API is not in that tenant');
      const lifetimeSeconds = 3600;
      return accessTokenClaims({
        origin: url,
        tenantId,
        application,
        api,
        identifier,
        proof: 'secret',
        now: now(),
        lifetimeSeconds,
      });
    },
    sign: keys.sign,
  };
}
