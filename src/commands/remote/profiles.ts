import type { Call } from '../call.ts';
import { print, printJson, tableLines } from '../terminal.ts';
import { listProfiles, profileOf, readLogin } from './login-file.ts';

/** `profiles` */
export async function profiles(call: Call): Promise<number> {
  const selected = profileOf(call);
  const stored = await listProfiles(call.environment);
  const logins = await Promise.all(
    stored.map(async (profile) => {
      const login = await readLogin(call.environment, profile);
      return {
        profile,
        url: login?.url,
        keyExpiresAt: login?.keyExpiresAt,
        isSelected: profile === selected,
      };
    }),
  );
  if (call.has('json')) printJson({ profiles: logins });
  else if (logins.length === 0) print('There is no login.');
  else {
    const rows = logins.map(({ profile, url = '', keyExpiresAt = '', isSelected }) => [
      isSelected ? '*' : '',
      profile,
      url,
      keyExpiresAt,
    ]);
    for (const line of tableLines(['', 'Profile', 'Service', 'Key expires'], rows, ['Service'])) print(line);
  }
  return 0;
}
