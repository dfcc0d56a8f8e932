import { CannotStart } from '../../core/operations/cannot-start.ts';
import { readOutsideAddress } from '../../core/outside-address.ts';

/** A required base URL, without a trailing slash. */
export function requiredAddress(owner: string, text: string): string {
  const address = readOutsideAddress(text);
  if (address !== undefined) return address;
  throw new CannotStart(`${owner}'s address must be https (http on this machine only); it is "${text}".`);
}
