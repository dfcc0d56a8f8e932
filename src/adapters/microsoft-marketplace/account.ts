import { createHash } from 'node:crypto';
import type { MarketplaceCredential } from '../../core/marketplace/connections/credential.ts';
import type { ApplicationAccount } from '../../core/marketplace/connections/kinds.ts';
import { readOutsideAddress } from '../../core/network/outside-address.ts';
import { type Failure, failure } from '../outgoing/failure.ts';

/** A connection with checked addresses. */
export interface PublisherAccount {
  readonly outcome: 'account';
  readonly authUrl: string;
  /** Includes `/api`. */
  readonly apiUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credential: MarketplaceCredential;
  /**
   * The cache key of tokens. It includes the credential and the addresses, so that a correction takes effect at once, and
   * a token is never sent to another marketplace.
   */
  readonly name: string;
}

export function publisherAccountOf(connection: ApplicationAccount): PublisherAccount | Failure {
  const { tenantId, clientId, credential } = connection;
  const authUrl = readOutsideAddress(connection.authUrl);
  if (authUrl === undefined) return unsafe('token', connection.authUrl);
  const marketplaceUrl = readOutsideAddress(connection.marketplaceUrl);
  if (marketplaceUrl === undefined) return unsafe('marketplace', connection.marketplaceUrl);
  const apiUrl = `${marketplaceUrl.replace(/\/api$/, '')}/api`;
  const parts = JSON.stringify([authUrl, apiUrl, tenantId.toLowerCase(), clientId, credential]);
  const name = createHash('sha256').update(parts).digest('base64');
  return { outcome: 'account', authUrl, apiUrl, tenantId, clientId, credential, name };
}

function unsafe(which: string, address: string): Failure {
  const reason = `The ${which} address must be https (http on this machine only); it is "${address}".`;
  return failure(reason, { isConfiguration: true });
}
