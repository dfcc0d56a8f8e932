import { randomUUID } from 'node:crypto';
import type { EntraEmulator } from '../../../emulators/entra/start.ts';
import type { Offer, SubscriptionState } from '../../../emulators/microsoft-marketplace/directory.ts';
import type { MarketplaceEmulator } from '../../../emulators/microsoft-marketplace/start.ts';
import type { ActionContext } from '../../../src/actions/context.ts';
import { connectMarketplace } from '../../../src/actions/marketplace/connections.ts';
import type { ApplicationAccount } from '../../../src/core/marketplace/connections/kinds.ts';
import { testEncryptionKey } from '../nodes/encryption-key.ts';
import { newTenant } from '../worlds/subscribing.ts';
import { clientToken, marketplaceApplication } from './client-token.ts';

export const publisher = {
  tenantId: 'a3000000-0000-4000-8000-000000000001',
  clientId: 'c3000000-0000-4000-8000-000000000001',
  secret: 'publisher secret',
};

export interface PublisherAccountOptions {
  readonly id?: string;
  readonly clientId?: string;
  readonly offer: Offer;
  /** The version of the tokens that the marketplace gets for its notifications. */
  readonly tokenVersion?: 1 | 2;
}

/** An account with one offer on the emulated marketplace, and its application at the identity provider. */
export class PublisherAccount {
  readonly marketplace: MarketplaceEmulator;
  readonly #idp: EntraEmulator;
  readonly #id: string;
  readonly #clientId: string;
  readonly #offerId: string;

  constructor(
    idp: EntraEmulator,
    marketplace: MarketplaceEmulator,
    { id = 'arcadia', clientId = publisher.clientId, offer, tokenVersion = 1 }: PublisherAccountOptions,
  ) {
    this.marketplace = marketplace;
    this.#idp = idp;
    this.#id = id;
    this.#clientId = clientId;
    this.#offerId = offer.id;
    const { tenantId, secret } = publisher;
    idp.registerTenant({ id: tenantId });
    const secrets = [{ value: secret }];
    idp.registerApplication({ clientId, tenantIds: [tenantId], secrets, roles: {}, tokenVersion });
    marketplace.registerPublisher({ id, tenantId, clientId, offers: [offer] });
  }

  get connection() {
    return {
      authUrl: this.#idp.url,
      marketplaceUrl: this.marketplace.url,
      tenantId: publisher.tenantId,
      clientId: this.#clientId,
      credential: { kind: 'secret', clientSecret: publisher.secret } as const,
    };
  }

  /** Returns the id of the connection. */
  async connect(
    context: ActionContext,
    workspaceId: string,
    sourceName: string,
    changes: Partial<ApplicationAccount> = {},
  ): Promise<string> {
    const connection = { ...this.connection, ...changes };
    const connected = await connectMarketplace(
      context,
      workspaceId,
      sourceName,
      connection,
      testEncryptionKey,
    );
    return connected.connectionId;
  }

  /** Points the offer's landing page and webhook to the service at this URL. */
  setServiceUrl(url: string, connectionId: string): void {
    this.marketplace.setAddresses(this.#id, this.#offerId, {
      landingPageUrl: `${url}/marketplace/landing/${connectionId}`,
      webhookUrl: `${url}${notificationPath(connectionId)}`,
    });
  }

  /** Adds a subscription at the marketplace only; returns its id. */
  register({
    id = randomUUID(),
    tenantId = newTenant(),
    planId = 'basic',
    state = 'Subscribed',
    quantity,
  }: {
    readonly id?: string;
    readonly tenantId?: string;
    readonly planId?: string;
    readonly state?: SubscriptionState;
    readonly quantity?: number | undefined;
  } = {}): string {
    this.marketplace.registerSubscription({
      id,
      publisherId: this.#id,
      offerId: this.#offerId,
      planId,
      state,
      ...(quantity === undefined ? {} : { quantity }),
      beneficiary: { tenantId, objectId: null, emailId: null, puid: null },
    });
    return id;
  }

  /** A command of the emulator, such as `subscriptions/{id}/unsubscribe`; returns its response body. */
  async command(path: string, body: object = {}): Promise<unknown> {
    const response = await fetch(`${this.marketplace.url}/_emulator/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  /** Performs an operation as the marketplace's customer; its notification to the service follows. */
  async customer(id: string, operation: string): Promise<{ readonly operationId: string }> {
    const body = (await this.command(`subscriptions/${id}/${operation}`)) as { operation?: { id: string } };
    if (!body.operation) throw new Error(JSON.stringify(body));
    return { operationId: body.operation.id };
  }

  /** The token that the marketplace sends with its notifications, unless another caller is given. */
  callerToken(
    audience = this.#clientId,
    clientId = marketplaceApplication.clientId,
    secret = marketplaceApplication.secret,
  ): Promise<string> {
    return clientToken(this.#idp.url, publisher.tenantId, { clientId, secret }, audience);
  }

  /** The token that the publisher sends to the marketplace. */
  publisherToken(): Promise<string> {
    return this.callerToken(marketplaceApplication.clientId, this.#clientId, publisher.secret);
  }
}

export const notificationPath = (connectionId: string) => `/api/marketplace/v1/calls/${connectionId}`;
