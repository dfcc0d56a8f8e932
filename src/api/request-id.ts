import type { IncomingMessage } from 'node:http';

const sane = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own request id, when it sent one that is safe to log and to echo; else a new one. */
export function requestIds(newId: () => string) {
  return (request: IncomingMessage): string => {
    const own = request.headers['x-request-id'];
    return typeof own === 'string' && sane.test(own) ? own : newId();
  };
}
