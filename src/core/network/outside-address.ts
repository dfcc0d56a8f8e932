import { isName } from '../values/text.ts';

/**
 * Plain HTTP can be read and altered in transit, so it is allowed on loopback only. A user name before the host looks like
 * another host, and the URL parser drops tabs and line breaks silently.
 */
export function isSafeOutsideAddress(text: string): boolean {
  if (!URL.canParse(text) || !isName(text, text.length)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A base URL without a trailing slash; undefined when it is not safe. */
export function readOutsideAddress(text: string): string | undefined {
  if (!isSafeOutsideAddress(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
