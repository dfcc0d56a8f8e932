import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPortal } from '../../../scripts/build.js';
import { World } from '../../../tests/support/worlds/world.ts';
import { createLogger, startService } from '../../service/start-service.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await buildPortal();
  world = await World.create({ portalFolder: folder });
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.service.url}${path}`, { headers, redirect: 'manual' });
const loadedBy = (page: string) =>
  [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');

describe('the portal page', () => {
  it.each(['/portal/', '/portal/arcadia/members?after=1', '/portal/some/where'])(
    'is served at %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
      const page = await answer.text();
      expect(page).toContain('data-base="/portal/"');
      for (const loaded of loadedBy(page)) {
        expect(loaded).toMatch(/^\/portal\/assets\//);
        expect((await get(loaded)).status).toBe(200);
      }
    },
  );

  it('has a CSP of its own origin, with a nonce per response for style sheets', async () => {
    const [first, second] = [await get('/portal/'), await get('/portal/')];
    const policy = first.headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(await first.text()).toContain(`data-nonce="${nonce}"`);
    expect(nonce).toHaveLength(24);
    expect(second.headers.get('content-security-policy')).not.toBe(policy);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('is served below the path of PUBLIC_URL', async () => {
    const service = await startService(
      { ...world.settings, publicUrl: 'https://partner.example/tessera' },
      { clock: world.clock, logger: createLogger('silent') },
    );
    const page = await (await fetch(`${service.url}/portal/`)).text();
    const home = await fetch(`${service.url}/`, { redirect: 'manual' });
    await service.stop();
    expect(page).toContain('data-base="/tessera/portal/"');
    for (const loaded of loadedBy(page)) expect(loaded).toMatch(/^\/tessera\/portal\/assets\//);
    expect(home.headers.get('location')).toBe('https://partner.example/tessera/portal/');
  });
});

describe('an asset', () => {
  it('is cached for ever and compressed when accepted', async () => {
    const [script = ''] = loadedBy(await (await get('/portal/')).text()).filter((path) =>
      path.endsWith('.js'),
    );
    const small = await get(script, { 'accept-encoding': 'gzip, br' });
    const plain = await get(script, { 'accept-encoding': 'identity' });
    expect(small.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(small.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(small.headers.get('vary')).toBe('accept-encoding');
    expect([small.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      'gzip',
      null,
    ]);
    expect(await small.text()).toBe(await plain.text());
  });

  it('has the production build of React, whatever NODE_ENV the build had', async () => {
    expect(process.env.NODE_ENV).toBe('test');
    const scripts = loadedBy(await (await get('/portal/')).text()).filter((path) => path.endsWith('.js'));
    const sources = await Promise.all(scripts.map(async (path) => (await get(path)).text()));
    expect(sources.filter((source) => source.includes('jsxDEV'))).toEqual([]);
  });

  it.each(['/portal/assets/nothing.js', '/portal/assets/..%2findex.html'])('404: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});

it.each(['/', '/portal'])('%s redirects to the portal', async (path) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${world.service.url}/portal/`]);
});

it('the first page loads less than 300 kB of script', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const scripts = loadedBy(page).filter((path) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(join(folder, path))).length),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
});
