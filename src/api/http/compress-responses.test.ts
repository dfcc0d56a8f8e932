import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { adminApiPath } from '../documents/api-documents.ts';
import { acceptedEncoding } from './compress-responses.ts';

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.000, gzip;q=0', null],
  ['vibrant', null],
])('of %j it takes %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

describe('responses', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.shared();
  });
  afterAll(() => world.close());

  /** The response, and its size on the wire. */
  async function get(path: string, encoding: string, headers: Record<string, string> = {}) {
    return new Promise<{ encoding: unknown; vary: unknown; cache: unknown; bytes: number }>(
      (resolve, reject) => {
        const options = { headers: { ...headers, 'accept-encoding': encoding } };
        request(new URL(path, world.service.url), options, (answer) => {
          let bytes = 0;
          answer.on('data', (chunk) => {
            bytes += chunk.length;
          });
          const { 'content-encoding': sent, vary, 'cache-control': cache } = answer.headers;
          answer.on('end', () => resolve({ encoding: sent, vary, cache, bytes }));
        })
          .on('error', reject)
          .end();
      },
    );
  }

  it('/docs takes less than 1 MB, and its script is cached', async () => {
    const script = await get('/docs/js/scalar.js', 'gzip, deflate, br');
    expect(script).toMatchObject({ encoding: 'br', vary: 'accept-encoding', cache: 'public, max-age=86400' });
    const others = await Promise.all(
      ['/docs/', '/openapi.json', `${adminApiPath}/openapi.json`].map((path) => get(path, 'br')),
    );
    const total = [script, ...others].reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeLessThan(1_000_000);
    expect(total).toBeGreaterThan(100_000);
  });

  it('the admin API compresses large responses, and leaves small ones', async () => {
    const document = `${adminApiPath}/openapi.json`;
    const [plain, zipped] = await Promise.all([get(document, 'identity'), get(document, 'gzip')]);
    expect([plain.encoding, zipped.encoding]).toEqual([undefined, 'gzip']);
    expect(zipped.bytes).toBeLessThan(plain.bytes / 5);
    const user = await PortalUser.join(world, await world.workspace(), 'Viewer');
    const me = await user.callAdmin('GET', '/me');
    expect([me.status, me.headers.get('content-encoding')]).toEqual([200, null]);
  });
});
