import type { IncomingMessage } from 'node:http';

const sane = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id if it is safe to log and echo, else a new one. */
export function requestIds(newId: () => string) {
  return (request: IncomingMessage): string => {
    const own = request.headers['x-request-id'];
    return typeof own === 'string' && sane.test(own) ? own : newId();
  };
}
