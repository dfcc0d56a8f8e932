import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { accessTokenClaims } from './access-token.ts';
import type { Controls } from './control.ts';
import { createRegister, type Directory, type Register } from './directory.ts';
import { createKeyRing, type SigningMaterial, type SignOptions } from './key-ring.ts';
import { createListener } from './listener.ts';
import type { Outage } from './outage.ts';
import { createGrants } from './sign-in/grants.ts';
import { createThrowAwayCertificate } from './throw-away-certificate.ts';

export interface EntraEmulatorOptions {
  /** Free ports are taken where none is given. */
  readonly port?: number;
  /** Also serve https, with a throw-away certificate. */
  readonly https?: boolean;
  readonly httpsPort?: number;
  readonly now?: () => Date;
  /** The first keys, made before: making them takes longer than all else that a start does. */
  readonly signingKeys?: readonly SigningMaterial[];
}

export interface EntraEmulator
  extends Pick<Register, 'registerTenant' | 'registerApi' | 'registerApplication' | 'registerUser'> {
  /** `http://127.0.0.1:…`, which is also the origin in the issuer of every version 2 token. */
  readonly url: string;
  readonly httpsUrl: string | undefined;
  /** The https certificate, PEM. */
  readonly certificate: string | undefined;
  /** Requests met so far, by path. */
  readonly requests: ReadonlyMap<string, number>;
  forgetRequests(): void;
  /** A new key signs from now on. Older ones stay published for a day, or go at once with `withdraw`. */
  rotateKeys(options?: { readonly withdraw?: boolean }): Promise<void>;
  setOutage(outage: Outage): void;
  /** The claims a client would be given, for a test to bend before it signs them. */
  claimsFor(whom: ClaimsSubject): Record<string, unknown>;
  sign(claims: Readonly<Record<string, unknown>>, options?: SignOptions): Promise<string>;
  close(): Promise<void>;
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
  const [keys, certificate] = await Promise.all([
    createKeyRing(now, options.signingKeys),
    options.https ? createThrowAwayCertificate() : undefined,
  ]);
  const requests = new Map<string, number>();
  const controls: Controls = { register, keys, grants: createGrants(), requests, outage: 'none' };

  const doors: Server[] = [];
  let url = '';
  const openDoor = async (scheme: 'http' | 'https', port = 0): Promise<string> => {
    let own = '';
    const listener = createListener({ controls, requests, now, origins: () => ({ own, issuer: url }) });
    const door =
      scheme === 'http' ? createServer(listener) : createSecureServer({ ...certificate }, listener);
    door.requestTimeout = 10_000;
    own = `${scheme}://127.0.0.1:${await listen(door, port)}`;
    doors.push(door);
    return own;
  };
  const close = async () => {
    await Promise.all(doors.map(closeDoor));
  };

  let httpsUrl: string | undefined;
  try {
    url = await openDoor('http', options.port);
    httpsUrl = certificate && (await openDoor('https', options.httpsPort));
  } catch (fault) {
    await close();
    throw fault;
  }

  return {
    url,
    httpsUrl,
    certificate: certificate?.cert,
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
        now: now(),
        lifetimeSeconds,
      });
    },
    sign: keys.sign,
    close,
  };
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

function closeDoor(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
