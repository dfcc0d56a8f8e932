import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalUser } from '../support/browser/portal-user.ts';
import type { RequestSchema } from '../support/requests/request-schemas.ts';
import { routesOf } from '../support/requests/route-table.ts';
import { canMeasureTurns, cheapest } from '../support/requests/turn-cost.ts';
import {
  type Bodies,
  fileFormType,
  worstBodies,
  worstFileForms,
  worstForms,
  worstMembers,
} from '../support/requests/worst-bodies.ts';
import { worstExports } from '../support/requests/worst-exports.ts';
import { worstFiles } from '../support/requests/worst-files.ts';
import { worstUsageFiles } from '../support/requests/worst-usage-files.ts';
import { createFuzzWorld, type FuzzWorld } from '../support/worlds/fuzz-world.ts';
import { Installation } from '../support/worlds/installation.ts';
import { sellerBody } from '../support/worlds/seller-shop.ts';
import { withKey, withToken } from '../support/worlds/world.ts';

/** Memory that a request may take, as a multiple of its inflated size, and garbage that is not collected yet. */
const maxMemoryFactor = 10;
const garbageBytes = 64 * 1024 * 1024;

const defaultLimit = 1024 * 1024;
/** More than the time in which the rate limit of a caller refills. */
const pauseMilliseconds = 60_000;
const agent = new Agent({ keepAlive: true });

let fuzzed: FuzzWorld;
let connectionId: string;
let seller: { readonly connectionId: string; readonly eventSecret: string };
let user: PortalUser;
let application: string;
let token: string;
/** Every route whose body is parsed, also those that no document describes. */
let routes: readonly RouteOptions[];

beforeAll(async () => {
  const { started, routes: all } = await routesOf(createFuzzWorld);
  fuzzed = started;
  routes = all.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(String(method)));
  user = await fuzzed.join();
  const connection = await user.call('POST', '/marketplace-connections', {
    body: {
      sourceName: 'Shop',
      tenantId: randomUUID(),
      clientId: randomUUID(),
      credential: { kind: 'secret', clientSecret: 'a secret of the test' },
      acceptsUnsignedCalls: true,
    },
  });
  connectionId = connection.body.connectionId;
  const sold = await user.call('POST', '/marketplace-connections', {
    body: sellerBody('http://127.0.0.1:9'),
  });
  seller = sold.body;
  application = fuzzed.world.application();
});
afterAll(async () => {
  agent.destroy();
  await fuzzed.world.close();
});

const isPage = ({ url }: RouteOptions) => !url.startsWith('/api/');
const isAdmin = ({ url }: RouteOptions) => url.startsWith('/api/admin/');
const isOfSeller = ({ url }: RouteOptions) => url.startsWith('/api/marketplace/aws/');
const limitOf = ({ bodyLimit }: RouteOptions) => bodyLimit ?? defaultLimit;

const formType = 'application/x-www-form-urlencoded';

function headersFor(route: RouteOptions, pageType: string): Record<string, string> {
  const contentType = isPage(route) ? pageType : 'application/json';
  const headers = { 'content-type': contentType, 'content-encoding': 'gzip' };
  if (isAdmin(route)) {
    const cookie = `tessera_session=${user.cookie}`;
    return { ...headers, cookie, 'x-tessera-request': '1', 'if-match': '*' };
  }
  if (isOfSeller(route)) return { ...headers, 'x-tessera-event-secret': seller.eventSecret };
  return { ...headers, ...(route.url.endsWith('/verify') ? withToken(token) : withKey(fuzzed.client)) };
}

/** The status of the response, which is not kept: what the test does counts, too. */
function send(route: RouteOptions, body: Buffer, pageType: string): Promise<number> {
  const { known } = fuzzed;
  // Deletes nothing that the other requests need.
  const isKnown = (name: string) => route.method !== 'DELETE' || name === 'workspaceId';
  // Administration of the connection would call Microsoft.
  const parameter = (name: string) =>
    name === 'connectionId' && !isAdmin(route)
      ? (isOfSeller(route) ? seller : { connectionId }).connectionId
      : ((isKnown(name) ? known[name]?.[0] : undefined) ?? randomUUID());
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => parameter(name));
  const headers = { ...headersFor(route, pageType), 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${fuzzed.world.service.url}${path}`,
      { agent, method: String(route.method), headers },
      (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function failuresOf(
  route: RouteOptions,
  bodies: Iterable<SentBody>,
  pageType = formType,
): Promise<readonly string[]> {
  const failures: string[] = [];
  // Credentials expire, and the first request compiles the route's schemas.
  if (isAdmin(route)) user = await fuzzed.join();
  token = await fuzzed.world.token(application);
  await send(route, gzipSync('{}'), pageType);
  for (const { name, bytes, gzipped } of bodies) {
    if (route.url.endsWith('/sign-out')) user = await fuzzed.join();
    const { result: status, ...cost } = await cheapest(() => {
      fuzzed.world.clock.forward(pauseMilliseconds);
      return send(route, gzipped, pageType);
    });
    const maxBytes = maxMemoryFactor * bytes + garbageBytes;
    const isCheap = cost.isCheap && cost.memoryBytes <= maxBytes;
    // The API sends these before it reads the body, a page after that.
    const isRead = status < 500 && (isPage(route) || ![401, 403, 429].includes(status));
    if (isCheap && isRead) continue;
    failures.push(
      `${route.method} ${route.url}, ${name}: ${status}, ${cost.cpuMilliseconds.toFixed(1)} ms, ` +
        `${Math.round(cost.memoryBytes / 1024)} kB for ${Math.round(bytes / 1024)} kB`,
    );
  }
  return failures;
}

/** Of the routes below the path that take a file. */
async function fileFailures(path: string, count: number, bodies: (limit: number) => Bodies) {
  const taking = routes.filter(({ config, url }) => config?.takesFile && url.includes(path));
  expect(taking).toHaveLength(count);
  const failures: string[] = [];
  for (const route of taking) {
    failures.push(...(await failuresOf(route, compressed(bodies(limitOf(route))))));
  }
  return failures;
}

interface SentBody {
  readonly name: string;
  /** Inflated. */
  readonly bytes: number;
  readonly gzipped: Buffer;
}

/** One by one: together, the texts of a route would take gigabytes. */
function* compressed(bodies: Bodies): Generator<SentBody> {
  for (const [name, text] of bodies) {
    yield { name, bytes: Buffer.byteLength(text), gzipped: gzipSync(text, { level: 1 }) };
  }
}

/** Many routes have the same limit. */
function byLimit(bodies: (limit: number) => Bodies): (limit: number) => readonly SentBody[] {
  const made = new Map<number, readonly SentBody[]>();
  return (limit) => {
    const found = made.get(limit) ?? [...compressed(bodies(limit))];
    made.set(limit, found);
    return found;
  };
}

describe.runIf(canMeasureTurns)('takes at most 50 ms of CPU time in one turn, and ten times its size', () => {
  it('every body of every route', async () => {
    const [bodies, forms] = [byLimit(worstBodies), byLimit(worstForms)];
    const failures: string[] = [];
    for (const route of routes) {
      failures.push(...(await failuresOf(route, (isPage(route) ? forms : bodies)(limitOf(route)))));
    }
    expect(failures).toEqual([]);
  }, 3_600_000);

  it('every form with a file of every page', async () => {
    const forms = byLimit(worstFileForms);
    const failures: string[] = [];
    for (const route of routes.filter(isPage)) {
      failures.push(...(await failuresOf(route, forms(limitOf(route)), fileFormType)));
    }
    expect(failures).toEqual([]);
  }, 3_600_000);

  it('every member of every documented body', async () => {
    const failures: string[] = [];
    for (const route of routes) {
      const schema = bodySchema(route);
      if (!schema) continue;
      failures.push(
        ...(await failuresOf(route, compressed(worstMembers(schema, fuzzed.known, limitOf(route))))),
      );
    }
    expect(failures).toEqual([]);
  }, 3_600_000);

  it('every catalogue file', async () => {
    expect(await fileFailures('/catalogue/', 3, worstFiles)).toEqual([]);
  }, 3_600_000);

  it('every export of the SaaS Accelerator', async () => {
    expect(await fileFailures('/import/', 2, worstExports)).toEqual([]);
  }, 3_600_000);

  it('every usage file', async () => {
    const files = await usageFiles();
    expect(await fileFailures('/usage-files', 1, () => files)).toEqual([]);
  }, 3_600_000);
});

/** Usage files of an installation whose licence file the service has issued. */
async function usageFiles(): Promise<Bodies> {
  user = await fuzzed.join();
  const [tenantId = '', now, installation] = [
    fuzzed.known.tenantId?.[0],
    fuzzed.world.clock.now(),
    new Installation(),
  ];
  const requestFile = installation.requestFile('forum', now);
  const body = { tenantId, product: 'forum', months: 1, requestFile };
  const issued = await user.call('POST', '/licence-files', { body });
  expect(issued.status).toBe(201);
  const iss = `${fuzzed.world.service.url}/${user.workspaceId}`;
  const licence = { jti: issued.body.licenceFileId, iss, aud: 'forum', sub: tenantId };
  return worstUsageFiles(installation, licence, now);
}

function bodySchema({ schema }: RouteOptions): RequestSchema | undefined {
  const body = schema?.body as
    | (RequestSchema & { readonly content?: Readonly<Record<string, { readonly schema: RequestSchema }>> })
    | undefined;
  return body?.content?.['application/json']?.schema ?? body;
}
