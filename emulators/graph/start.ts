import { type LoopbackOptions, type LoopbackServer, serveOnLoopback } from '../shell/serve-on-loopback.ts';
import { createBearerTokens } from './bearer-token.ts';
import { type Behaviour, createBehaviours } from './behaviour.ts';
import { createUserRegister, type GraphDirectory, type UserRegister } from './directory.ts';
import { createListener } from './listener.ts';

export interface GraphEmulatorOptions extends LoopbackOptions {
  /** The Entra emulator whose tokens are taken. */
  readonly idp: { readonly url: string };
  readonly directory: GraphDirectory;
  /** Rows on a page, unless the caller prefers another number. */
  readonly pageSize?: number;
  readonly now?: () => Date;
}

export interface GraphEmulator extends LoopbackServer, Pick<UserRegister, 'registerUser'> {
  /** Requests met so far, by path. */
  readonly requests: ReadonlyMap<string, number>;
  forgetRequests(): void;
  /** For one tenant, or for all that have none of their own. `normal` for all ends every tenant's as well. */
  setBehaviour(behaviour: Behaviour, tenantId?: string): void;
}

export async function startGraphEmulator(options: GraphEmulatorOptions): Promise<GraphEmulator> {
  const now = options.now ?? (() => new Date());
  const register = createUserRegister(options.directory);
  const behaviours = createBehaviours();
  const requests = new Map<string, number>();

  const bearerTokens = createBearerTokens(options.idp.url, now);
  const server = await serveOnLoopback(
    (origin) =>
      createListener({
        controls: { register, behaviours, requests },
        requests,
        bearerTokens,
        now,
        pageSize: options.pageSize ?? 100,
        origin,
      }),
    options,
  );

  return {
    ...server,
    requests,
    forgetRequests: () => requests.clear(),
    registerUser: register.registerUser,
    setBehaviour: behaviours.set,
  };
}
