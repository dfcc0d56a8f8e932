import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { TestClock } from '../../../tests/support/nodes/test-clock.ts';
import { SealedCookie } from './sealed-cookie.ts';

async function appAt(publicUrl: string, path?: string): Promise<FastifyInstance> {
  const encryptionKey = { current: new Uint8Array(32).fill(7), old: [] };
  const context = { clock: new TestClock(), encryptionKey, publicUrl };
  const sealed = new SealedCookie<string>({ name: 'visitor', lifetimeSeconds: 60, ...(path && { path }) });
  const app = fastify();
  await app.register(cookie);
  app.get('/set', async (_request, reply) => {
    sealed.set(context, reply, 'Ada');
    return '';
  });
  app.get('/read', async (request) => sealed.read(context, request) ?? 'nobody');
  return app;
}

it.each([
  ['https', 'https://tessera.example', undefined, '__Host-visitor', '/', true],
  ['https below a path', 'https://example.org/tessera', undefined, '__Host-visitor', '/', true],
  [
    'https with a path of its own',
    'https://example.org/tessera',
    '/sign-in',
    'visitor',
    '/tessera/sign-in',
    true,
  ],
  ['http', 'http://127.0.0.1:4000', undefined, 'visitor', '/', false],
] as const)('a cookie over %s', async (_, publicUrl, ownPath, name, path, secure) => {
  const app = await appAt(publicUrl, ownPath);
  const [set] = (await app.inject('/set')).cookies;
  expect(set).toMatchObject({ name, path, httpOnly: true, sameSite: 'Lax' });
  expect(set?.secure ?? false).toBe(secure);
  const read = await app.inject({ url: '/read', cookies: { [name]: set?.value ?? '' } });
  expect(read.body).toBe('Ada');
});
