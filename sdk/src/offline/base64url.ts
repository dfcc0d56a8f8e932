const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Without padding, as RFC 7515 writes it. */
export function encodeBase64url(bytes: Uint8Array): string {
  // In parts, because a call has a limited number of arguments.
  let binary = '';
  for (let start = 0; start < bytes.length; start += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Undefined unless the text is the one way to write these bytes: no padding, no other characters, no spare bits. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const spareBits = (text.length * 6) % 8;
  const last = alphabet.indexOf(text.at(-1) ?? 'A');
  if ((last & (2 ** spareBits - 1)) !== 0) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  // A loop, because a callback for each byte takes a seventh of a verification.
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
