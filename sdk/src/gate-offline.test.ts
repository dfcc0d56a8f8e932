import { Hono } from 'hono';
import { expect, it } from 'vitest';
import {
  day as daySeconds,
  issuedAt,
  licenceClaims,
  licenceFile,
  revocationList,
  SigningKey,
} from '../tests/support/licence-files.ts';
import { createGate } from './hono.ts';
import { openOffline } from './offline/open-offline.ts';
import { fakeTessera } from './testing.ts';

const key = new SigningKey();
const day = daySeconds * 1_000;
const start = issuedAt * 1_000;

/** The codes with which an installation answers, by the request; `ok` if it lets it pass. */
async function installation(change: object = {}) {
  let now = start;
  const claims = licenceClaims(change);
  const licence = licenceFile(key.token(claims));
  const offline = await openOffline({ product: 'aqueduct', licence, keys: key.jwks, now: () => now });
  const gate = createGate(offline);
  const app = new Hono()
    .all('/schedules', gate.require('scheduling'), (context) => context.json({ code: 'ok' }))
    .all('/audits', gate.require('audit-trail'), (context) => context.json({ code: 'ok' }));
  const codeOf = async (method: string, path: string) =>
    (await (await app.request(path, { method })).json()).code;
  return {
    codeOf,
    at: (time: number) => {
      now = time;
    },
    revoke: () => offline.applyRevocationList(revocationList(key, [String(claims.jti)])),
  };
}

it('a gate of a licence file lets requests pass as signed, also in the grace period', async () => {
  const { codeOf, at } = await installation();
  for (const days of [0, 40]) {
    at(start + days * day);
    expect(await codeOf('POST', '/schedules')).toBe('ok');
    expect(await codeOf('GET', '/audits')).toBe('capability_missing');
  }
});

it('a gate says that the file is over, and not the subscription', async () => {
  const { codeOf, at, revoke } = await installation();
  at(start + 400 * day);
  expect(await codeOf('POST', '/schedules')).toBe('licence_file_ended');
  expect(await codeOf('GET', '/schedules')).toBe('ok');
  at(start + 300 * day);
  expect(await codeOf('POST', '/schedules')).toBe('clock_set_back');
  await revoke();
  expect(await codeOf('POST', '/schedules')).toBe('licence_file_revoked');
});

it('a file that ends with no access lets nothing pass', async () => {
  const { codeOf, at } = await installation({ after: 'None' });
  at(start + 400 * day);
  expect(await codeOf('GET', '/schedules')).toBe('licence_file_ended');
});

it('a gate of a connected client needs to know the tenant', () => {
  expect(() => createGate(fakeTessera() as never)).toThrow('A gate needs the option `tenant`');
});
