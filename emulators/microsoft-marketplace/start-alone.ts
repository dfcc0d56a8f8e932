import type { Application } from '../entra/directory.ts';
import type { SigningMaterial } from '../entra/key-ring.ts';
import { startEntraEmulator } from '../entra/start.ts';
import type { MarketplaceDirectory, Publisher } from './directory.ts';
import {
  type MarketplaceEmulator,
  type MarketplaceEmulatorOptions,
  startMarketplaceEmulator,
} from './start.ts';

/** The secret of every publisher's application: it protects nothing. */
export const publisherSecret = 'a-secret-of-the-publishers';

export interface LoneMarketplace {
  readonly marketplace: MarketplaceEmulator;
  /** The address of the identity provider. */
  readonly idpUrl: string;
  close(): Promise<void>;
}

export interface LoneMarketplaceOptions extends Omit<MarketplaceEmulatorOptions, 'idp' | 'onPublisher'> {
  readonly directory: MarketplaceDirectory;
  readonly idpPort?: number;
  /** The version of the tokens of webhook calls. */
  readonly webhookTokenVersion?: 1 | 2;
  /** Keys of the identity provider. */
  readonly signingKeys?: readonly SigningMaterial[];
}

/** Starts the marketplace with an identity provider that has each publisher's application, and the buyers. */
export async function startMarketplaceAlone(options: LoneMarketplaceOptions): Promise<LoneMarketplace> {
  const { publishers, buyers = [] } = options.directory;
  const applicationOf = ({ clientId, tenantId }: Publisher): Application => ({
    clientId,
    tenantIds: [tenantId],
    secrets: [{ value: publisherSecret }],
    roles: {},
    tokenVersion: options.webhookTokenVersion ?? 1,
  });
  const idp = await startEntraEmulator(
    {
      tenants: [...publishers, ...buyers].map(({ tenantId }) => ({ id: tenantId })),
      apis: [],
      applications: publishers.map(applicationOf),
      users: buyers.map(({ name, emailId, objectId, tenantId }) => ({
        name,
        preferredUsername: emailId,
        email: emailId,
        objectId,
        tenantId,
      })),
    },
    {
      ...(options.idpPort === undefined ? {} : { port: options.idpPort }),
      ...(options.now ? { now: options.now } : {}),
      ...(options.signingKeys ? { signingKeys: options.signingKeys } : {}),
    },
  );
  try {
    const marketplace = await startMarketplaceEmulator({
      ...options,
      idp,
      onPublisher(publisher) {
        idp.registerTenant({ id: publisher.tenantId });
        idp.registerApplication(applicationOf(publisher));
      },
    });
    return {
      marketplace,
      idpUrl: idp.url,
      async close() {
        await marketplace.close();
        await idp.close();
      },
    };
  } catch (fault) {
    await idp.close();
    throw fault;
  }
}
