import { randomBytes } from 'node:crypto';
import { addCategory, addProduct } from '../actions/catalogue/change-catalogue.ts';
import { registerApiClient } from '../actions/clients/api-clients.ts';
import {
  addApplicationCredential,
  verifyApplicationCredential,
} from '../actions/clients/application-credentials.ts';
import { issueKey } from '../actions/clients/keys.ts';
import { activeSigningKey } from '../actions/entitlements/signed/signing-keys.ts';
import { connectMarketplace } from '../actions/marketplace/connections.ts';
import { changeWorkspaceSettings } from '../actions/workspaces/settings.ts';
import { createWorkspace } from '../actions/workspaces/workspaces.ts';
import type { Category } from '../core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../core/catalogue/product-definition.ts';
import { scopes } from '../core/clients/api-client.ts';
import { makeApiKey } from '../core/clients/api-key.ts';
import type { PartnerPlan } from '../core/workspaces/limits.ts';
import { loadCatalogue } from '../storage/catalogue/catalogue.ts';
import { findApiClientId } from '../storage/clients/api-clients.ts';
import { findApiKey } from '../storage/clients/api-keys.ts';
import { findActiveApplicationCredential } from '../storage/clients/application-credentials.ts';
import type { Database } from '../storage/database.ts';
import { updateAddressesAsConfirmed } from '../storage/workspaces/support-confirmations.ts';
import { findWorkspaceBySlug, loadSupportAddresses } from '../storage/workspaces/workspaces.ts';
import { demoCategories, demoProducts } from './catalogue.ts';
import { bytesFrom, done, fixed, worldMade } from './fixed.ts';
import {
  demoEncryptionKey,
  demoIdp,
  demoPublisher,
  demoSupportAddress,
  demoWorkspaceSlug,
  otherDemoWorkspaceSlug,
  sandboxPublisher,
  sandboxSlug,
} from './identities.ts';
import { otherProducts } from './products/other-products.ts';
import { seedCustomers } from './seed-customers.ts';
import { seedMembers, seedServiceAccount } from './seed-members.ts';
import { connectSeller, seedSeller } from './seed-seller.ts';

interface DemoWorkspace {
  readonly slug: string;
  readonly name: string;
  readonly partnerPlan: PartnerPlan;
  readonly categories: readonly Category[];
  readonly products: readonly ProductDefinition[];
}

const arcadia: DemoWorkspace = {
  slug: demoWorkspaceSlug,
  name: 'Arcadia Software',
  partnerPlan: 'Growth',
  categories: demoCategories,
  products: demoProducts,
};

const borealis: DemoWorkspace = {
  slug: otherDemoWorkspaceSlug,
  name: 'Borealis Labs',
  partnerPlan: 'Starter',
  categories: [],
  products: otherProducts,
};

const sandbox: DemoWorkspace = {
  slug: sandboxSlug,
  name: 'Sandbox',
  partnerPlan: 'Growth',
  categories: [],
  products: [],
};

export interface MarketplaceAddresses {
  readonly authUrl: string;
  readonly marketplaceUrl: string;
  readonly awsUrl: string;
}

export interface DemoKeys {
  readonly apiKey: string;
  readonly otherWorkspaceApiKey: string;
  /** Of a service account that may read. */
  readonly serviceAccountKey: string;
}

/** Adds missing demo data and keeps existing rows, so it may be interrupted and run again. */
export async function seedDemo(database: Database, now: Date): Promise<DemoKeys> {
  const arcadiaId = await seedWorkspace(database, arcadia);
  const borealisId = await seedWorkspace(database, borealis);
  const apiKey = await seedClient(database, arcadiaId, 'Arcadia demo application', true);
  const otherWorkspaceApiKey = await seedClient(database, borealisId, 'Borealis demo application', false);
  await seedCustomers(database, arcadiaId);
  await seedSeller(database, arcadiaId);
  const sandboxId = await seedWorkspace(database, sandbox);
  await seedMembers(database, { workspaceId: arcadiaId, sandboxId });
  const serviceAccountKey = await seedServiceAccount(database, arcadiaId, now);
  await activeSigningKey({ ...fixed(database, 'demo signing key'), now }, arcadiaId, demoEncryptionKey);
  if ((await loadSupportAddresses(database, arcadiaId)).length === 0) {
    const settings = { supportAddresses: [demoSupportAddress] };
    done(await changeWorkspaceSettings(fixed(database, 'demo settings'), arcadiaId, settings, 'any'));
    await updateAddressesAsConfirmed(database, arcadiaId, fixed(database, 'demo settings').now);
  }
  return { apiKey, otherWorkspaceApiKey, serviceAccountKey };
}

/** The emulators' ports may change at every start, so the connections are updated each time. */
export async function connectDemo(
  database: Database,
  { awsUrl, ...addresses }: MarketplaceAddresses,
): Promise<void> {
  for (const { slug, publisher, label } of [
    { slug: demoWorkspaceSlug, publisher: demoPublisher, label: 'demo marketplace' },
    { slug: sandboxSlug, publisher: sandboxPublisher, label: 'sandbox marketplace' },
  ]) {
    const workspace = await findWorkspaceBySlug(database, slug);
    if (!workspace) throw new Error('The demo has not been seeded');
    const { clientId, clientSecret, sourceName } = publisher;
    const credential = { kind: 'secret', clientSecret } as const;
    const connection = { ...addresses, tenantId: demoIdp.tenantId, clientId, credential };
    const context = fixed(database, label);
    await connectMarketplace(context, workspace.workspaceId, sourceName, connection, demoEncryptionKey);
    if (slug === demoWorkspaceSlug) await connectSeller(database, workspace.workspaceId, awsUrl);
  }
}

async function seedWorkspace(database: Database, demo: DemoWorkspace): Promise<string> {
  const { slug, name, partnerPlan } = demo;
  const { workspaceId } =
    (await findWorkspaceBySlug(database, slug)) ??
    done(await createWorkspace(fixed(database, slug), { slug, name, partnerPlan }));
  const present = await loadCatalogue(database, workspaceId);
  for (const category of demo.categories.filter(missingFrom(present.categories))) {
    done(await addCategory(fixed(database, `${slug} ${category.slug}`), workspaceId, category));
  }
  for (const product of demo.products.filter(missingFrom(present.products))) {
    done(await addProduct(fixed(database, `${slug} ${product.slug}`), workspaceId, product));
  }
  return workspaceId;
}

/** A client with all scopes, with an API key and, in the first workspace, the demo application. */
async function seedClient(
  database: Database,
  workspaceId: string,
  name: string,
  hasApplication: boolean,
): Promise<string> {
  const apiClientId =
    (await findApiClientId(database, workspaceId, name)) ??
    done(
      await registerApiClient(fixed(database, `${name} ${workspaceId}`), workspaceId, {
        name,
        scopes,
        products: 'all',
        rateLimitPerMinute: null,
      }),
    ).apiClientId;
  const key = makeApiKey(bytesFrom(`${name} key`));
  if (!(await findApiKey(database, key.keyId))) {
    const owner = { kind: 'api-client', id: apiClientId } as const;
    done(await issueKey(fixed(database, `${name} key`), workspaceId, owner, { expiresAt: null }));
  }
  if (hasApplication) await seedApplication(database, workspaceId, apiClientId);
  return key.text;
}

async function seedApplication(database: Database, workspaceId: string, apiClientId: string): Promise<void> {
  const identity = { applicationId: demoIdp.clientId, tenantId: demoIdp.tenantId };
  if (await findActiveApplicationCredential(database, identity)) return;
  const context = { database, now: worldMade, randomBytes };
  const { challenge } = done(await addApplicationCredential(context, workspaceId, apiClientId, identity));
  done(await verifyApplicationCredential(context, identity, challenge));
}

function missingFrom(present: readonly { readonly slug: string }[]) {
  return ({ slug }: { readonly slug: string }) => !present.some((entry) => entry.slug === slug);
}
