import { inject } from 'vitest';
import { contosoClient, contosoTenant, sampleMarketplace } from './sample-directory.ts';
import type { MarketplaceEmulator } from './start.ts';
import { type LoneMarketplaceOptions, publisherSecret, startMarketplaceAlone } from './start-alone.ts';

export interface SentItem {
  readonly resourceId?: unknown;
  readonly planId?: unknown;
  readonly dimension?: unknown;
  readonly quantity?: unknown;
  readonly effectiveStartTime?: unknown;
  readonly [name: string]: unknown;
}

interface TestResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface BatchBody {
  readonly count: number;
  readonly result: readonly Readonly<Record<string, unknown>>[];
}

/** The emulator, its clock, and Contoso's calls. */
export interface EmulatorUnderTest {
  readonly marketplace: MarketplaceEmulator;
  readonly idpUrl: string;
  now(): Date;
  setNow(time: string): void;
  tokenOf(tenantId: string, clientId: string): Promise<string>;
  call(path: string, init?: RequestInit): Promise<Response>;
  send(item: SentItem): Promise<TestResponse<Readonly<Record<string, unknown>>>>;
  sendBatch(items: readonly SentItem[]): Promise<TestResponse<BatchBody>>;
  command(text: string, method?: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

const version = 'api-version=2018-08-31';

export async function startEmulatorUnderTest(
  options: Partial<LoneMarketplaceOptions> = {},
): Promise<EmulatorUnderTest> {
  let now = new Date('2026-11-15T09:30:00.000Z');
  const { marketplace, idpUrl, close } = await startMarketplaceAlone({
    directory: sampleMarketplace,
    now: () => now,
    signingKeys: inject('rsaKeys'),
    ...options,
  });

  async function tokenOf(tenantId: string, clientId: string): Promise<string> {
    const response = await fetch(`${idpUrl}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: publisherSecret,
        scope: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default',
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }
  const call = async (path: string, init: RequestInit = {}) => {
    const authorization = `Bearer ${await tokenOf(contosoTenant, contosoClient)}`;
    const address = `${marketplace.url}/api/${path}${path.includes('?') ? '&' : '?'}${version}`;
    return fetch(address, { ...init, headers: { authorization, ...init.headers } });
  };
  async function post<Body>(path: string, body: unknown): Promise<TestResponse<Body>> {
    const response = await call(path, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }

  return {
    marketplace,
    idpUrl,
    now: () => now,
    setNow(time) {
      now = new Date(time);
    },
    tokenOf,
    call,
    send: (item) => post('usageEvent', item),
    sendBatch: (items) => post('batchUsageEvent', { request: items }),
    command: (text, method = 'POST', body = undefined) =>
      fetch(`${marketplace.url}/_emulator/${text}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    stop: close,
  };
}
