import { expect, it } from 'vitest';
import { findFreePort } from '../../../tests/support/nodes/redis-server.ts';
import { World, withWorkers } from '../../../tests/support/worlds/world.ts';
import { serviceVersion } from '../../commands/version.ts';
import { createLogger, startService } from '../../service/start-service.ts';

/** The naming rules of `promtool check metrics`. */
function complaints(text: string): readonly string[] {
  const help = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type = '']) => {
    const found: string[] = [];
    if (!help.has(name)) found.push(`${name} has no help`);
    if ((type === 'counter') !== name.endsWith('_total')) found.push(`${name} is a ${type}`);
    if (/_(hours|minutes|days|milliseconds|ms|kilobytes|megabytes|percent)(_|$)/.test(name)) {
      found.push(`${name} is not in base units`);
    }
    if (/[A-Z]|__|_(gauge|counter|histogram)$/.test(name)) found.push(`${name} is not a good name`);
    return found;
  });
}

it('every metric follows the naming rules of Prometheus', async () => {
  const world = await World.create(withWorkers);
  try {
    const text = await (await fetch(`${world.service.url}/metrics`)).text();
    expect(text).toContain('# TYPE tessera_usage_reports_pending gauge');
    expect(text).toContain(`tessera_build_info{version="${serviceVersion}"} 1`);
    expect(complaints(text)).toEqual([]);
  } finally {
    await world.close();
  }
});

it('metrics on a port of their own are not on the main port; an API node has none of the worker queues', async () => {
  const metricsPort = await findFreePort();
  const world = await World.create({ metricsPort });
  try {
    const url = `http://127.0.0.1:${metricsPort}`;
    const own = await fetch(`${url}/metrics`);
    const text = await own.text();
    expect([own.status, text]).toEqual([200, expect.stringContaining('tessera_usage_reports_pending')]);
    // A 0 would mean that nothing is due, while only workers know.
    expect(text).not.toMatch(/^tessera_webhook_(deliveries_due|oldest_due_seconds) /m);
    expect((await fetch(`${url}/health/live`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${world.service.url}/metrics`)).status).toBe(404);
    const second = startService(world.settings, { clock: world.clock, logger: createLogger('silent') });
    await expect(second).rejects.toThrow(`Port ${metricsPort} on 127.0.0.1 is in use`);
  } finally {
    await world.close();
  }
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
});

it('the metrics have the event loop, the requests of each workspace, and every pool', async () => {
  const world = await World.create(withWorkers);
  try {
    const workspaceId = await world.workspace();
    const { apiKey: key } = await world.client(workspaceId, { scopes: ['catalogue:read'] });
    const read = () => world.call('/api/v1/catalogue/products', { headers: { 'x-api-key': key } });
    const refused = () =>
      world.call('/api/v1/entitlements/none?product=none', { headers: { 'x-api-key': key } });
    const figures = async () => {
      const text = await (await fetch(`${world.service.url}/metrics`)).text();
      return Object.fromEntries(
        [...text.matchAll(/^((?:tessera|nodejs)_\S+) (\S+)$/gm)].map(([, name, value]) => [
          name,
          Number(value),
        ]),
      );
    };
    await read();
    await refused();
    await read();
    expect(await figures()).toMatchObject({
      nodejs_eventloop_lag_p99_seconds: expect.any(Number),
      [`tessera_workspace_requests_total{workspace="${workspaceId}"}`]: 3,
      [`tessera_workspace_refusals_total{workspace="${workspaceId}"}`]: 1,
      'tessera_database_connections_max{pool="reads"}': 2,
      'tessera_database_connections_max{pool="writes"}': 2,
      'tessera_database_connections_max{pool="background"}': 1,
      'tessera_database_connections_max{pool="health"}': 2,
    });
  } finally {
    await world.close();
  }
});
