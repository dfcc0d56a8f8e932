import type { IncomingMessage } from 'node:http';

const mostBytes = 1_024;

/** Whether a small JSON question is to come. */
export function bringsSmallJson({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length']);
  return headers['content-type'] === 'application/json' && length > 0 && length <= mostBytes;
}

/** Hands over the body, if it comes in one piece. Where it is of no use it is put back, for the route to read. */
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
