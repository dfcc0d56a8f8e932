import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Call, Refused, WrongCall } from '../call.ts';

/** The stored login of a profile. The key is a secret, so the file is its owner's alone. */
export interface Login {
  readonly url: string;
  readonly key: string;
  readonly keyExpiresAt: string;
}

export function loginPath(environment: Call['environment'], profile: string): string {
  const folder = ownFolder(environment);
  return profile === defaultProfile
    ? join(folder, 'login.json')
    : join(folder, 'profiles', `${profile}.json`);
}

function ownFolder({ XDG_CONFIG_HOME }: Call['environment']): string {
  // The specification of XDG ignores a relative path.
  const folder = XDG_CONFIG_HOME?.startsWith('/') ? XDG_CONFIG_HOME : join(homedir(), '.config');
  return join(folder, 'tessera');
}

/** The profiles with a login, the default one first. */
export async function listProfiles(environment: Call['environment']): Promise<readonly string[]> {
  const names = async (folder: string) => (await onFile(folder, () => readdir(folder))) ?? [];
  const folder = ownFolder(environment);
  const own = (await names(folder)).includes('login.json') ? [defaultProfile] : [];
  const named = (await names(join(folder, 'profiles')))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));
  return [...own, ...named.filter(isProfileName).sort()];
}

/** Undefined without a login. */
export async function readLogin(
  environment: Call['environment'],
  profile: string,
): Promise<Login | undefined> {
  const path = loginPath(environment, profile);
  const text = await onFile(path, async () => {
    // Windows has no such modes.
    if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) {
      throw new Refused(
        'login.readable',
        `${path} can be read by others: chmod 600 ${path}, and rotate the key.`,
      );
    }
    return readFile(path, 'utf8');
  });
  const login = text === undefined ? undefined : parsed(text);
  if (text !== undefined && !login) throw new Refused('login.damaged', `${path} is damaged: log in again.`);
  return login;
}

function parsed(text: string): Login | undefined {
  try {
    const { url, key, keyExpiresAt } = JSON.parse(text);
    return [url, key, keyExpiresAt].every((value) => typeof value === 'string')
      ? { url, key, keyExpiresAt }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step; it never has a wider mode, not for a moment. */
export async function writeLogin(
  environment: Call['environment'],
  profile: string,
  login: Login,
): Promise<void> {
  const path = loginPath(environment, profile);
  await onFile(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporary = `${path}.${process.pid}`;
    await rm(temporary, { force: true });
    await writeFile(temporary, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  });
}

/** Returns whether there was a login. */
export async function removeLogin(environment: Call['environment'], profile: string): Promise<boolean> {
  const path = loginPath(environment, profile);
  return (await onFile(path, () => rm(path).then(() => true))) ?? false;
}

/** Undefined if the file does not exist. */
async function onFile<Result>(path: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    if ('code' in error && error.code === 'ENOENT') return undefined;
    throw new Refused('login.unusable', `The login cannot be read or stored in ${path}: ${error.message}`);
  }
}

/** The profile of a call that names none. */
export const defaultProfile = 'default';

/** The option wins over the environment. */
export function profileOf(call: Call): string {
  const name = call.optional('profile') ?? (call.environment.TESSERA_PROFILE || defaultProfile);
  if (isProfileName(name)) return name;
  throw new WrongCall(
    'The name of a profile must be 1 to 32 lower-case letters, digits and hyphens, and begin with no hyphen.',
  );
}

/** Part of a file's name. */
function isProfileName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,31}$/.test(name);
}
