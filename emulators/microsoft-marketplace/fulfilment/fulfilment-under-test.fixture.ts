import { type EmulatorUnderTest, startEmulatorUnderTest } from '../emulator-under-test.fixture.ts';
import type { LoneMarketplaceOptions } from '../start-alone.ts';

export type Json = Readonly<Record<string, unknown>>;

interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** The emulator, and Contoso's fulfilment calls. */
export interface FulfilmentUnderTest extends EmulatorUnderTest {
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  /** A control command, which must succeed. */
  act(text: string, body?: unknown): Promise<Json>;
  /** Buys, and gives the subscription's id and the purchase token. */
  buy(
    order?: Json,
  ): Promise<{ readonly id: string; readonly token: string; readonly landingPageUrl: string }>;
  /** Buys and activates. */
  subscribe(order?: Json): Promise<string>;
}

export async function startFulfilmentUnderTest(
  options: Partial<LoneMarketplaceOptions> = {},
): Promise<FulfilmentUnderTest> {
  const world = await startEmulatorUnderTest(options);

  async function api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await world.call(`saas/subscriptions${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = text.startsWith('{') || text.startsWith('[');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : {}) as Json,
    };
  }
  async function act(text: string, body?: unknown): Promise<Json> {
    const response = await world.command(text, 'POST', body);
    const answer = (await response.json()) as Json;
    if (response.status !== 200) throw new Error(`${text}: ${answer.error}`);
    return answer;
  }
  async function buy(order: Json = {}) {
    const { subscription, token, landingPageUrl } = await act('purchases', order);
    return {
      id: (subscription as { id: string }).id,
      token: String(token),
      landingPageUrl: String(landingPageUrl),
    };
  }

  return {
    ...world,
    api,
    act,
    buy,
    async subscribe(order) {
      const { id } = await buy(order);
      await api('POST', `/${id}/activate`);
      return id;
    },
  };
}
