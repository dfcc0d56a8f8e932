/** Plain HTTP can be read and altered in transit, so it is allowed on loopback only. */
export function isSafeOutsideAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
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
