import { type LoopbackOptions, type LoopbackServer, serveOnLoopback } from '../shell/serve-on-loopback.ts';
import { accessTokenClaims } from './access-token.ts';
import type { Controls } from './control.ts';
import { createRegister, type Directory, type Register } from './directory.ts';
import { createKeyRing, type SigningMaterial, type SignOptions } from './key-ring.ts';
import { createListener } from './listener.ts';
import type { Outage } from './outage.ts';
import { createGrants } from './sign-in/grants.ts';

export interface EntraEmulatorOptions extends LoopbackOptions {
  readonly now?: () => Date;
  /** The first keys, made before: making them takes longer than all else that a start does. */
  readonly signingKeys?: readonly SigningMaterial[];
}

/** The origin in the issuer of every version 2 token is `url`, also of those that were fetched over https. */
export interface EntraEmulator
  extends LoopbackServer,
    Pick<Register, 'registerTenant' | 'registerApi' | 'registerApplication' | 'registerUser'> {
  /** Requests met so far, by path. */
  readonly requests: ReadonlyMap<string, number>;
  forgetRequests(): void;
  /** A new key signs from now on. Older ones stay published for a day, or go at once with `withdraw`. */
  rotateKeys(options?: { readonly withdraw?: boolean }): Promise<void>;
  setOutage(outage: Outage): void;
  /** The claims a client would be given, for a test to bend before it signs them. */
  claimsFor(whom: ClaimsSubject): Record<string, unknown>;
  sign(claims: Readonly<Record<string, unknown>>, options?: SignOptions): Promise<string>;
}

export interface ClaimsSubject {
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
  const requests = new Map<string, number>();
  const controls: Controls = { register, keys, grants: createGrants(), requests, outage: 'none' };
  let url = '';
  const server = await serveOnLoopback(
    (origin) => createListener({ controls, requests, now, origins: () => ({ own: origin(), issuer: url }) }),
    options,
  );
  ({ url } = server);

  return {
    ...server,
    requests,
    forgetRequests: () => requests.clear(),
    registerTenant: register.registerTenant,
    registerApi: register.registerApi,
    registerApplication: register.registerApplication,
    registerUser: register.registerUser,
    rotateKeys: ({ withdraw = false } = {}) => keys.rotate(withdraw),
    setOutage(outage) {
      controls.outage = outage;
    },
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
