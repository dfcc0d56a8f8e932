import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../../../tests/support/worlds/world.ts';
import { createLogger, startService } from '../../service/start-service.ts';
import { guidesPath } from './guide-routes.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.service.url}${guidesPath}${path}`, { headers, redirect: 'manual' });

/** `fetch` would resolve the dots of a path before it sends it. */
const statusOfRaw = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(world.service.url);
    request({ hostname, port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('a guide', () => {
  it.each([
    ['/', 'Documentation'],
    ['/tutorial', 'Tutorial: gate a feature and meter a unit'],
    ['/how-to/connect-the-marketplace', 'Connect the marketplace'],
    ['/decisions/', 'Decisions'],
    ['/reference/glossary', 'Glossary'],
  ])('%s is the page "%s"', async (path, title) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    expect(page).toContain(`<title>${title} · Tessera</title>`);
    expect(page.match(/<h1\b/g)).toHaveLength(1);
  });

  it('loads a style sheet, a script and images of its own, and nothing inline', async () => {
    const answer = await get('/how-to/connect-the-marketplace');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const page = await answer.text();
    expect(page).not.toMatch(/<script(?! type="module" src="[^"]+"><\/script>)|<style|\sstyle=|\son\w+=/);
    const loaded = [
      ...page.matchAll(/<(?:link rel="stylesheet" href|script type="module" src|img src)="([^"]+)"/g),
    ].map(([, address = '']) => new URL(address, answer.url));
    expect(loaded.map(({ pathname }) => pathname.split('.').at(-1))).toEqual(['css', 'js', 'png']);
    for (const address of loaded) {
      const asset = await fetch(address);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/png)/);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it('is compressed when accepted', async () => {
    const [small, plain] = [
      await get('/tutorial', { 'accept-encoding': 'gzip, br' }),
      await get('/tutorial', { 'accept-encoding': 'gzip;q=0' }),
    ];
    const encodings = [small, plain].map(({ headers }) => headers.get('content-encoding'));
    expect(encodings).toEqual(['gzip', null]);
    expect(small.headers.get('vary')).toBe('accept-encoding');
    expect(await small.text()).toBe(await plain.text());
  });

  it('is not sent again to a browser that has it', async () => {
    const first = await get('/tutorial');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/tutorial', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('/upgrading', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(200);
  });

  it('links only relatively to the service, so that any path of PUBLIC_URL works', async () => {
    const page = await (await get('/how-to/call-the-api')).text();
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter((address) => address.startsWith('/'))).toEqual([]);
    expect(links).toContain('../../../docs/');
  });
});

describe('an address without a guide', () => {
  it.each([
    '/nothing',
    '/how-to/nothing',
    '/tutorial.md',
    '/tutorial/',
    '/a'.repeat(200),
    '/assets/nothing.css',
  ])('404: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    expect(page).toContain('Guide not found');
    expect(page).toContain(`href="${world.service.url}${guidesPath}/"`);
  });

  it.each([
    '/../command.js',
    '/../portal/index',
    '/..%2fportal%2findex',
    '/assets/..%2fmade-of',
    '/%2e%2e/portal/index',
    '/made-of',
  ])('stays inside the folder of the guides: %s', async (path) => {
    expect(await statusOfRaw(`${guidesPath}${path}`)).toBe(404);
  });

  it('redirects to the index without the slash', async () => {
    const answer = await get('');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `${world.service.url}${guidesPath}/`,
    ]);
  });
});

it('a service without built guides starts, and says how to build them', async () => {
  const service = await startService(
    { ...world.settings, guidesFolder: '/nowhere', publicUrl: 'https://partner.example/tessera' },
    { clock: world.clock, logger: createLogger('silent') },
  );
  const answer = await fetch(`${service.url}${guidesPath}/tutorial`);
  const page = await answer.text();
  await service.stop();
  expect(answer.status).toBe(404);
  expect(page).toContain('npm run build');
  expect(page).toContain('href="https://partner.example/tessera/docs/"');
});
