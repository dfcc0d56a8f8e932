import type { IncomingMessage } from 'node:http';
import { requestHeader } from '../request-header.ts';

/** The one header that carries a credential; a credential in the wrong header is invalid. */
export interface CredentialHeader {
  readonly kind: 'token' | 'api-key';
  readonly value: string;
}

export interface PresentedCredential extends CredentialHeader {
  /** The credential itself, without the word `Bearer`. */
  readonly text: string;
}

/** Exactly one credential or none: a caller that sends two must not learn which one is valid. */
export function credentialHeader(request: IncomingMessage): CredentialHeader | undefined {
  const authorization = requestHeader(request, 'authorization');
  const apiKey = requestHeader(request, 'x-api-key');
  if (authorization === undefined) {
    return apiKey === undefined ? undefined : { kind: 'api-key', value: apiKey };
  }
  return apiKey === undefined ? { kind: 'token', value: authorization } : undefined;
}

export function presentedCredential(request: IncomingMessage): PresentedCredential | undefined {
  const header = credentialHeader(request);
  if (header === undefined) return undefined;
  const { kind, value } = header;
  if (kind === 'api-key') return { kind, value, text: value };
  const text = /^Bearer +([^\s]+)$/i.exec(value)?.[1];
  return text === undefined ? undefined : { kind, value, text };
}
