import { type Call, WrongCall } from '../call.ts';

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
export function isProfileName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,31}$/.test(name);
}
