import { isSafeOutsideAddress } from '../outside-address.ts';

const maxLength = 254;

/** Where customers get help: an e-mail address or an https URL. */
export function isSupportContact(text: string): boolean {
  return text.length <= maxLength && (isAddress(text) || isSafeOutsideAddress(text));
}

/** The target of a link to the contact. */
export function supportLink(contact: string): string {
  return isAddress(contact) ? `mailto:${contact}` : contact;
}

/** Without characters that have a meaning in `mailto:`, such as `?bcc=`. */
function isAddress(text: string): boolean {
  return /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text);
}
