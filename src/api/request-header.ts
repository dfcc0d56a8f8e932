import type { IncomingMessage } from 'node:http';

/**
 * The same as `request.headers[name]`, by a walk through the few headers of a request. The objects `headers` differ in
 * shape, so that each look-up of a name in one, above all of an absent name, costs several times as much.
 */
export function requestHeader(request: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = request;
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? '';
    if (written.length !== name.length) continue;
    if (written !== name && written.toLowerCase() !== name) continue;
    // Node.js knows whether a header that is repeated is a list, or is ignored after the first.
    if (value !== undefined) return request.headers[name]?.toString();
    value = rawHeaders[index + 1];
  }
  return value;
}
