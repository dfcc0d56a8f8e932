import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDevelopmentCertificate } from './development-certificate.ts';
import { serveOnLoopback } from './serve-on-loopback.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'development-certificate-'));
});
afterAll(() => rm(folder, { recursive: true }));

const day = 24 * 60 * 60_000;
const after = (days: number) => new Date(Date.now() + days * day);

it('serves https by both names to clients that trust the authority, beside http', async () => {
  const { certificate, caFile } = await loadDevelopmentCertificate(folder);
  const server = await serveOnLoopback(() => (_request, response) => response.end('hello'), { certificate });
  const ca = await readFile(caFile, 'utf8');
  const status = (host: string, trusted?: string) =>
    new Promise((resolve) => {
      const { port } = new URL(server.httpsUrl ?? '');
      request({ host, port, family: 4, ...(trusted && { ca: trusted }) }, ({ statusCode }) =>
        resolve(statusCode),
      )
        .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
        .end();
    });
  expect(await status('127.0.0.1', ca)).toBe(200);
  expect(await status('localhost', ca)).toBe(200);
  expect(await status('127.0.0.1')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  expect(await (await fetch(server.url)).text()).toBe('hello');
  await server.close();
});

it('is created once for a folder; only the owner can read the key, and the authority’s key is not stored', async () => {
  const first = await loadDevelopmentCertificate(folder);
  const again = await loadDevelopmentCertificate(folder);
  expect(again.certificate.ca).toBe(first.certificate.ca);
  const server = join(folder, 'development-server.pem');
  expect((await stat(server)).mode & 0o777).toBe(0o600);
  expect(await readFile(first.caFile, 'utf8')).not.toContain('PRIVATE KEY');
  expect((await readFile(server, 'utf8')).match(/PRIVATE KEY-----\n/g)).toHaveLength(2);
});

it.each([
  ['is damaged', async (caFile: string) => writeFile(caFile, 'damaged'), 0],
  ['is missing', async (caFile: string) => rm(caFile), 0],
  ['is about to expire', async () => {}, 790],
])('is made anew when it %s', async (_case, spoil, days) => {
  const first = await loadDevelopmentCertificate(folder);
  await spoil(first.caFile);
  const again = await loadDevelopmentCertificate(folder, after(days));
  expect(again.certificate.ca).not.toBe(first.certificate.ca);
  expect(await readFile(again.caFile, 'utf8')).toBe(again.certificate.ca);
});
