import { type Refusal, refuseInvalid } from '../refusal.ts';

export const maxKeyName = 100;

/** The name that people give a key, on one line. Blank text is no name. */
export function readKeyName(text: string | null): string | null | Refusal {
  const name = text?.trim() ?? '';
  if (name === '') return null;
  if (name.length <= maxKeyName && !/\p{Cc}/u.test(name)) return name;
  const message = `must be one line of at most ${maxKeyName} characters`;
  return refuseInvalid([{ path: 'name', rule: 'name', message }]);
}
