import type { IncomingHttpHeaders } from 'node:http';

/** A credential, and by which header it came: one of the wrong kind is no credential. */
export interface PresentedCredential {
  readonly kind: 'token' | 'api-key';
  readonly text: string;
}

/** Exactly one credential, or none at all: a caller that sends two is not told which one would have done. */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | undefined {
  const { authorization } = headers;
  const apiKey = headers['x-api-key'];
  if (authorization !== undefined && apiKey !== undefined) return undefined;
  if (typeof apiKey === 'string') return { kind: 'api-key', text: apiKey };
  const bearer = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  return bearer === undefined ? undefined : { kind: 'token', text: bearer };
}
