import { inject } from 'vitest';
import {
  API,
  CLIENT,
  NORTHWIND,
  OLDER_API,
  sampleDirectory,
} from '../../../emulators/entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import { createTokenVerifier } from '../../../src/adapters/entra/token-verifier.ts';
import type { TokenVerifier } from '../../../src/core/clients/ports.ts';
import { localExchange } from './local-exchange.ts';

type Claims = Record<string, unknown>;

/** A verifier, its identity provider and the clock of both. */
export interface VerifierUnderTest extends TokenVerifier {
  readonly emulator: EntraEmulator;
  now(): Date;
  advance(milliseconds: number): void;
  /** How often each cache was read, as `cache outcome`. */
  readonly cacheReads: Map<string, number>;
  /** The provider's requests for discovery documents and keys. */
  providerRequests(): number;
  newerClaims(tenantId?: string): Claims;
  olderClaims(): Claims;
  /** A second verifier with empty caches. */
  another(apiAppId?: string): TokenVerifier;
  stopVerifiers(): void;
  stop(): Promise<void>;
}

export async function startVerifierUnderTest(): Promise<VerifierUnderTest> {
  let now = new Date('2026-11-15T09:00:00.000Z');
  const clock = { now: () => now };
  const emulator = await startEntraEmulator(sampleDirectory, {
    now: clock.now,
    signingKeys: inject('rsaKeys'),
  });
  const cacheReads = new Map<string, number>();
  const measurements = {
    cacheRead(cache: string, outcome: string) {
      const name = `${cache} ${outcome}`;
      cacheReads.set(name, (cacheReads.get(name) ?? 0) + 1);
    },
    rateLimitFallback() {},
  };
  let started: { stop(): void }[] = [];
  const start = (apiAppId: string) => {
    const verifier = createTokenVerifier({
      authUrl: emulator.url,
      apiAppId,
      exchange: localExchange,
      clock,
      measurements,
    });
    started.push(verifier);
    return verifier;
  };

  const stopVerifiers = () => {
    for (const verifier of started) verifier.stop();
    started = [];
  };

  const first = start(API);
  return {
    claimedIdentity: (token) => first.claimedIdentity(token),
    verify: (token) => first.verify(token),
    emulator,
    now: clock.now,
    advance(milliseconds) {
      now = new Date(now.getTime() + milliseconds);
    },
    cacheReads,
    providerRequests: () => [...emulator.requests.values()].reduce((sum, count) => sum + count, 0),
    newerClaims: (tenantId = NORTHWIND) => emulator.claimsFor({ tenantId, clientId: CLIENT, api: API }),
    olderClaims: () =>
      emulator.claimsFor({ tenantId: NORTHWIND, clientId: CLIENT, api: `api://${OLDER_API}` }),
    another: (apiAppId = API) => start(apiAppId),
    stopVerifiers,
    async stop() {
      stopVerifiers();
      await emulator.close();
    },
  };
}
