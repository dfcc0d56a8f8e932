import { CannotStart } from '../../core/cannot-start.ts';
import { readOutsideAddress } from '../../core/outside-address.ts';

/** The identity provider's address without a slash at its end. */
export function readAuthUrl(text: string): string {
  const address = readOutsideAddress(text);
  if (address === undefined) {
    throw new CannotStart(
      `The identity provider's address must be https (http on this machine only); it is "${text}".`,
    );
  }
  return address;
}
