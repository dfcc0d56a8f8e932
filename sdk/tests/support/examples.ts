import { expect, it } from 'vitest';
import { TestBrowser } from '../../../tests/support/browser/browser.ts';
import { RunningCommand } from '../../../tests/support/nodes/running-command.ts';

interface Facts {
  readonly baseUrl: string;
  readonly apiKey: string;
}

const contoso = 'b0000000-0000-4000-8000-000000000001';
const fabrikam = 'b0000000-0000-4000-8000-000000000002';
const neverBought = 'b0000000-0000-4000-8000-000000000007';

/** Tests of the examples, each in a process of its own. */
export function runExamples(facts: () => Facts): void {
  const start = (script: string, ...args: string[]) => {
    const { baseUrl, apiKey } = facts();
    return new RunningCommand(
      args,
      { PORT: '0', TESSERA_URL: baseUrl, TESSERA_API_KEY: apiKey },
      { script: `examples/${script}` },
    );
  };

  /** Stops the server afterwards, which sends what it tracked. */
  async function withServer(script: string, use: (url: string) => Promise<void>): Promise<void> {
    const server = start(script);
    try {
      await server.prints('http://');
      await use(server.output.trim());
    } finally {
      expect(await server.stop()).toBe(0);
    }
  }

  const used = async () => {
    const { baseUrl, apiKey } = facts();
    const response = await fetch(`${baseUrl}/api/v1/entitlements/${contoso}/usage?product=aqueduct`, {
      headers: { 'x-api-key': apiKey },
    });
    const { dimensions } = (await response.json()) as { dimensions: { dimension: string; used: number }[] };
    return dimensions.find(({ dimension }) => dimension === 'api-calls')?.used ?? Number.NaN;
  };

  const post = async (address: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return [response.status, await response.json()];
  };

  it('express: a gated route and a metered unit', async () => {
    const before = await used();
    await withServer('express/server.js', async (url) => {
      const asContoso = { 'x-tenant-id': contoso };
      expect(await post(`${url}/schedules`, asContoso)).toEqual([201, { scheduled: true }]);
      expect((await fetch(`${url}/audit-trail`, { headers: asContoso })).status).toBe(402);
      expect(await post(`${url}/schedules`, { 'x-tenant-id': neverBought })).toMatchObject([
        402,
        { code: 'not_entitled' },
      ]);
    });
    await expect.poll(used).toBeCloseTo(before + 0.001, 6);
  });

  it('fastify: routes that need a seat', () =>
    withServer('fastify/server.js', async (url) => {
      const withSeat = { 'x-tenant-id': fabrikam, 'x-user-email': 'bea@fabrikam.example' };
      expect(await post(`${url}/posts`, withSeat, {})).toEqual([201, { posted: true }]);
      expect(await post(`${url}/guests`, withSeat, {})).toMatchObject([402, { capability: 'guest-access' }]);
      const withoutSeat = { ...withSeat, 'x-user-email': 'nobody@fabrikam.example' };
      expect(await post(`${url}/posts`, withoutSeat, {})).toMatchObject([403, { code: 'seat_missing' }]);
    }));

  it('hono: a limit, and what is left', () =>
    withServer('hono/server.js', async (url) => {
      const headers = { 'x-tenant-id': contoso };
      expect(await post(`${url}/pipelines`, headers, { existing: 24 })).toEqual([201, { created: true }]);
      expect(await post(`${url}/pipelines`, headers, { existing: 25 })).toEqual([409, { created: false }]);
      const usage = await (await fetch(`${url}/usage`, { headers })).json();
      expect(usage).toEqual({ used: await used(), remaining: expect.any(Number) });
    }));

  it('openfeature: flags and tracking', async () => {
    const before = await used();
    const flags = start('openfeature/flags.js');
    expect([await flags.ended(), flags.errors]).toEqual([0, '']);
    expect(flags.output.split('\n')).toEqual([
      'private-links: true (TARGETING_MATCH)',
      'audit-trail: false (CACHED)',
      'pipelines: 25 (CACHED)',
      'edition: standard (CACHED)',
      '',
    ]);
    await expect.poll(used).toBeCloseTo(before + 0.001, 6);

    const others = start('openfeature/flags.js', neverBought);
    expect(await others.ended()).toBe(0);
    expect(others.output).toContain('private-links: false (DEFAULT)\n');
  });

  it('react: a page that knows the plan', async () => {
    const browser = await TestBrowser.open();
    try {
      await withServer('react/server.js', (url) =>
        browser.visit(async (page) => {
          await page.goto(url);
          await page.getByRole('button', { name: 'New private link' }).waitFor();
          await page.getByText('Up to 25 pipelines').waitFor();
          await page.goto(url.replace(contoso, neverBought));
          await page.getByText('Private links are in the Standard plan.').waitFor();
        }),
      );
    } finally {
      await browser.close();
    }
  });
}
