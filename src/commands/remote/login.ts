import { type Call, WrongCall } from '../call.ts';
import { print, printJson } from '../terminal.ts';
import { loginPath, profileOf, removeLogin, writeLogin } from './login-file.ts';
import { Service } from './service.ts';
import { givenTarget } from './target.ts';

/** `login` */
export async function login(call: Call): Promise<number> {
  const profile = profileOf(call);
  const { url, key } = await givenTarget(call, call.environment);
  if (url === undefined || key === undefined) {
    throw new WrongCall('login needs --url <url> and --key <key>, or TESSERA_URL and TESSERA_KEY.');
  }
  if (!key.startsWith('tsa_')) {
    throw new WrongCall(
      'The key must be one of a service account: it begins with tsa_. An API key is for applications.',
    );
  }
  const { caller } = await Service.reach({ url, key, keyExpiresAt: null });
  await writeLogin(call.environment, profile, { url, key, keyExpiresAt: caller.key.expiresAt });
  const { name: serviceAccount, role, workspace } = caller;
  const path = loginPath(call.environment, profile);
  if (call.has('json')) {
    printJson({
      ...{ profile, url, workspace, serviceAccount, role },
      ...{ keyExpiresAt: caller.key.expiresAt, file: path },
    });
    return 0;
  }
  print(`Logged in to ${workspace.name} (${workspace.slug}) at ${url}`);
  print(`as the service account ${serviceAccount} with the role ${role}.`);
  print(`The key expires at ${caller.key.expiresAt}. It is stored in ${path}.`);
  return 0;
}

/** `logout` */
export async function logout(call: Call): Promise<number> {
  const isRemoved = await removeLogin(call.environment, profileOf(call));
  if (call.has('json')) printJson({ isRemoved });
  else
    print(
      isRemoved
        ? 'Logged out: the key is deleted from this machine. It stays valid until it expires or is revoked.'
        : 'There was no login.',
    );
  return 0;
}
