import type { IncomingHttpHeaders } from 'node:http';

/** A credential and the kind of its header; a credential in the wrong header is invalid. */
export interface PresentedCredential {
  readonly kind: 'token' | 'api-key';
  readonly text: string;
}

/** Exactly one credential or none: a caller that sends two must not learn which one is valid. */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | undefined {
  const { authorization } = headers;
  const apiKey = headers['x-api-key'];
  if (authorization !== undefined && apiKey !== undefined) return undefined;
  if (typeof apiKey === 'string') return { kind: 'api-key', text: apiKey };
  const bearer = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  return bearer === undefined ? undefined : { kind: 'token', text: bearer };
}
