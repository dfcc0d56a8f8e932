/** What travels in the clear could be read or replaced by anybody, unless it never leaves this machine. */
export function isSafeOutsideAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A base address without a slash at its end; undefined when it is not safe. */
export function readOutsideAddress(text: string): string | undefined {
  if (!isSafeOutsideAddress(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
