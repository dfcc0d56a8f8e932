import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../run-command.ts';

const tenantId = 'b0000000-0000-4000-8000-000000000001';
/** Nobody listens there: a call that is wrong makes no request. */
const environment = { TESSERA_URL: 'http://127.0.0.1:9', TESSERA_KEY: 'tsa_00000000000_x' };

let errors: string;
beforeEach(() => {
  errors = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

it.each([
  [['entitlement', 'contoso', 'forum'], '<tenant> must be the id of a tenant, such as b0000000-'],
  [
    ['entitlement', tenantId, 'forum', '--as-of', 'yesterday'],
    '--as-of must be a time, such as 2026-11-01T08:00:00Z',
  ],
  [['entitlement', tenantId, 'forum', '--as-of', '2026-02-30T00:00:00Z'], '--as-of must be'],
  [['usage', '--tenant', 'contoso'], '--tenant must be the id of a tenant'],
])('exit code 2: %j', async (args, message) => {
  expect(await runCommand(args, environment)).toBe(2);
  expect(errors).toContain(message);
});

it('exit code 1: a service that cannot be reached', async () => {
  const asOf = '2026-11-01T09:00:00+01:00';
  expect(await runCommand(['entitlement', tenantId, 'forum', '--as-of', asOf], environment)).toBe(1);
  expect(errors).toContain('cannot be reached');
});
