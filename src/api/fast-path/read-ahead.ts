import type { IncomingMessage } from 'node:http';
import { requestHeader } from '../request-header.ts';

const maxBytes = 1_024;

export function hasSmallJsonBody(request: IncomingMessage): boolean {
  const length = Number(requestHeader(request, 'content-length'));
  return requestHeader(request, 'content-type') === 'application/json' && length > 0 && length <= maxBytes;
}

/** Passes a body that arrives in one chunk to `use`. An unused body is put back, for the route to read. */
export function readAhead(
  request: IncomingMessage,
  use: (body: Buffer) => boolean,
  passOn: () => void,
): void {
  request.once('readable', () => {
    const body: Buffer | null = request.read();
    if (body !== null && use(body)) return;
    if (body !== null) request.unshift(body);
    passOn();
  });
}
