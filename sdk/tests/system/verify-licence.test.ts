import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holder, issuer, licenceClaims, licenceFile, SigningKey } from '../support/licence-files.ts';
import { root } from '../support/packed-library.ts';

const run = promisify(execFile);
const key = new SigningKey();
const examples = join(root, 'examples/verify-licence');
const year = 365 * 86_400;
const now = Math.floor(Date.now() / 1_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-verify-'));
  await writeFile(join(folder, 'jwks.json'), JSON.stringify(key.jwks));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the interpreter and its library are installed: nothing is downloaded. */
  readonly check: readonly string[] | undefined;
}

const offlineGo = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=mod' };
const programs: readonly Program[] = [
  {
    name: 'node, with jose',
    command: process.execPath,
    args: [join(examples, 'node/verify.mjs')],
    check: undefined,
  },
  {
    name: 'python, with PyJWT',
    command: 'python3',
    args: [join(examples, 'python/verify.py')],
    check: ['-c', 'import jwt, cryptography'],
  },
  { name: 'go, with golang-jwt', command: 'go', args: ['run', '.'], check: ['vet', '.'] },
];

const optionsOf = ({ command }: Program) =>
  command === 'go' ? { cwd: join(examples, 'go'), env: offlineGo } : {};

const isInstalled = async (program: Program) =>
  program.check === undefined ||
  (await run(program.command, program.check, optionsOf(program)).then(
    () => true,
    () => false,
  ));

/** What the program prints, or its exit code. */
async function verify(program: Program, token: string): Promise<readonly string[] | number> {
  const licence = join(folder, 'licence');
  await writeFile(licence, licenceFile(token));
  const args = [...program.args, licence, join(folder, 'jwks.json'), 'aqueduct', issuer];
  return run(program.command, args, optionsOf(program)).then(
    ({ stdout }) => stdout.trimEnd().split('\n'),
    ({ code }) => code,
  );
}

const claimsAt = (iat: number, change: object = {}) =>
  licenceClaims({ iat, nbf: iat, exp: iat + 31 * 86_400, ...change });

const installed = await Promise.all(programs.map(isInstalled));

describe.each(programs.filter((_, index) => installed[index]))('$name', (program) => {
  it('verifies a licence file, and knows its states', async () => {
    const facts = (state: string, access: string) => [
      `State     ${state}`,
      `Tenant    ${holder}`,
      'Product   aqueduct',
      `Access    ${access}`,
      'Limits    pipelines 25',
      'Bound to  no installation',
    ];
    expect(await verify(program, key.token(claimsAt(now)))).toEqual(facts('Active', 'Full'));
    expect(await verify(program, key.token(claimsAt(now - 40 * 86_400)))).toEqual(facts('Stale', 'Full'));
    expect(await verify(program, key.token(claimsAt(now - year)))).toEqual(facts('Ended', 'ReadOnly'));
  });

  it('refuses files that do not count', async () => {
    const claims = claimsAt(now);
    const other = new SigningKey();
    const refused = [
      other.token(claims),
      other.token(claims, key.header()),
      key.token(claims, key.header('JWT')),
      key.token(claims, { ...key.header(), alg: 'none' }),
      key.token(claims, { ...key.header(), jku: 'https://attacker.example/jwks.json' }),
      key.token({ ...claims, aud: 'forum' }),
      key.token({ ...claims, iss: 'https://other.example/workspace' }),
      key.token({ ...claims, nbf: now + 3_600 }),
      key.token(claimsAt(now - year, { iss: 'https://other.example/workspace' })),
      key.token(claims).slice(0, -5),
    ];
    for (const token of refused) expect(await verify(program, token)).toBe(1);
  });
});

it('has a program for each language', () => {
  expect(installed[0]).toBe(true);
});
