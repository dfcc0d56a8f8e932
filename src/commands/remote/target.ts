import { text as readAll } from 'node:stream/consumers';
import { readOutsideAddress } from '../../core/network/outside-address.ts';
import { type Call, Refused, WrongCall } from '../call.ts';
import { typedCommand } from '../typed-command.ts';
import { defaultProfile, profileOf, readLogin } from './login-file.ts';

/** The service to call, and the key to call it with. */
export interface Target {
  readonly url: string;
  readonly key: string;
  /** Known for a stored key only. */
  readonly keyExpiresAt: string | null;
}

/** Options win over the environment, and the environment over the stored login. `--profile` is an option, too. */
export async function findTarget(call: Call): Promise<Target> {
  const { url, key } = await givenTarget(call, call.has('profile') ? {} : call.environment);
  if (url !== undefined && key !== undefined) return { url, key, keyExpiresAt: null };
  const profile = profileOf(call);
  const login = await readLogin(call.environment, profile);
  if (!login) throw notLoggedIn(profile, url, key);
  if (key !== undefined) return { url: login.url, key, keyExpiresAt: null };
  // The stored key is sent to the service that issued it, and to no other.
  if (url !== undefined && url !== login.url) {
    throw new Refused(
      'login.other_service',
      `There is no key for ${url}: the stored one is of ${login.url}. Give --key, or set TESSERA_KEY.`,
    );
  }
  return login;
}

/** What options and environment say; `--key -` reads the key from the standard input. */
export async function givenTarget(
  call: Call,
  environment: Call['environment'],
): Promise<Partial<Pick<Target, 'url' | 'key'>>> {
  const url = call.optional('url') ?? (environment.TESSERA_URL || undefined);
  const typed = call.optional('key') ?? (environment.TESSERA_KEY || undefined);
  const key = typed === '-' ? (await readAll(process.stdin)).trim() : typed;
  return {
    ...(url !== undefined && { url: readUrl(url) }),
    ...(key !== undefined && { key: readKey(key) }),
  };
}

function readUrl(text: string): string {
  const url = readOutsideAddress(text);
  if (url !== undefined) return url;
  const isHttp = URL.canParse(text) && new URL(text).protocol === 'http:';
  throw new WrongCall(
    isHttp
      ? `${text} is not encrypted: the key could be read on the way. Use https://, or http:// on this machine only.`
      : `${text} is not the address of a service, such as https://tessera.example.`,
  );
}

/** Never repeats the text: it may be another secret. */
function readKey(text: string): string {
  if (/^ts[ak]_[\x21-\x7e]{1,200}$/.test(text)) return text;
  throw new WrongCall('The key must be one of a service account: it begins with tsa_.');
}

function notLoggedIn(profile: string, url: string | undefined, key: string | undefined): Refused {
  if (profile !== defaultProfile) {
    return new Refused(
      'login.missing',
      `The profile ${profile} has no login: ${typedCommand(`login --profile ${profile} --url <url> --key <key>`)}`,
    );
  }
  const missing =
    url === undefined && key === undefined
      ? 'You are not logged in'
      : `There is no ${url === undefined ? 'address of a service' : 'key'}`;
  return new Refused(
    'login.missing',
    `${missing}: ${typedCommand('login --url <url> --key <key>')}, or set TESSERA_URL and TESSERA_KEY.`,
  );
}
