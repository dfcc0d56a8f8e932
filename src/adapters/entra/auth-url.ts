import { CannotStart } from '../../core/cannot-start.ts';

/** The identity provider's address without a slash at its end. */
export function readAuthUrl(text: string): string {
  if (!isSafeAddress(text)) {
    throw new CannotStart(
      `The identity provider's address must be https (http on this machine only); it is "${text}".`,
    );
  }
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
}

/** Keys that travel in the clear could be anybody's, unless they never leave this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
