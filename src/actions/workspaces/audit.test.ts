import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { webhookTerms } from '../../../tests/support/peers/webhook-endpoint.ts';
import { Books, note } from '../../../tests/support/worlds/books.ts';
import { meteredProduct } from '../../../tests/support/worlds/meter-books.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { removeCategory, renameCategory } from '../../core/catalogue/edit.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import {
  addEdition,
  addMapping,
  addPlan,
  editEdition,
  editMapping,
  editPlan,
  editProduct,
  movePlan,
  moveProduct,
  type ProductEdit,
  removeEdition,
  removeMapping,
  removePlan,
  removeProduct,
} from '../../core/catalogue/product-edit.ts';
import { submit } from '../../core/usage/reports/report.ts';
import { usageHourOf } from '../../core/usage/reports/window.ts';
import { type Quantity, readQuantity } from '../../core/values/quantity.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { insertReports } from '../../storage/usage/reports.ts';
import { listAuditEntries } from '../../storage/workspaces/audit-entries.ts';
import { insertNotices, listNotices } from '../../storage/workspaces/notices.ts';
import { findSession } from '../../storage/workspaces/sessions.ts';
import { addCategory, addProduct, changeCatalogue, changeProduct } from '../catalogue/change-catalogue.ts';
import { changeApiClient, registerApiClient, setApiClientEnabled } from '../clients/api-clients.ts';
import {
  addApplicationCredential,
  removeApplicationCredential,
  verifyApplicationCredential,
} from '../clients/application-credentials.ts';
import { changeKey, issueKey, revokeKey, rotateKey } from '../clients/keys.ts';
import { addServiceAccount, removeServiceAccount } from '../clients/service-accounts.ts';
import type { ActionContext } from '../context.ts';
import { connectIdp, removeIdpConnection } from '../entitlements/idp-connections.ts';
import {
  addMarketplaceConnection,
  changeMarketplaceConnection,
  removeMarketplaceConnection,
} from '../marketplace/connections.ts';
import { requestReconciliation } from '../marketplace/reconciliation.ts';
import { recordExport } from '../privacy/personal-data.ts';
import { createSubscription } from '../subscriptions/create-subscription.ts';
import { changeCustomer } from '../subscriptions/customer-profiles.ts';
import { addOrganisation, saveMember } from '../subscriptions/customers.ts';
import { assignSeat, releaseSeat } from '../subscriptions/seats.ts';
import { removePartnerLimit, setPartnerLimit } from '../usage/customer-limits.ts';
import { correctUsageReport, releaseUsageReport } from '../usage/manual-reports.ts';
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  removeWebhookEndpoint,
  rotateWebhookSecret,
  sendTestEvent,
  setWebhookEndpointEnabled,
} from '../webhooks/endpoints.ts';
import { replayDeliveries } from '../webhooks/replays.ts';
import { changeMailPreferences } from './mail-preferences.ts';
import { changeMemberRole, inviteMember, removeMember, renewInvitation } from './members.ts';
import { markNoticeDone, reopenNotice } from './notices.ts';
import { signOut } from './sessions.ts';
import { changeWorkspaceSettings } from './settings.ts';
import { signInMember } from './sign-in.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open();
  workspaceId = await books.workspace();
});
afterAll(() => books.close());

const actor = { kind: 'Command', id: 'test', name: 'A test', address: null } as const;
const context = (): ActionContext => ({ ...books.context, actor });
const registration = { name: 'Client', scopes: [], products: 'all', rateLimitPerMinute: null } as const;
const endpointSettings = {
  url: 'https://partner.example',
  description: '',
  eventTypes: 'all',
  products: 'all',
  headers: {},
  rateLimitPerMinute: null,
} as const;
const connectionTerms = { ...webhookTerms, publicUrl: 'https://tessera.example' };
const connected = async (actedIn = books.context) =>
  done(
    await addMarketplaceConnection(
      actedIn,
      workspaceId,
      {
        sourceName: randomUUID(),
        authUrl: 'https://login.example',
        marketplaceUrl: 'https://marketplace.example',
        tenantId: randomUUID(),
        clientId: randomUUID(),
        credentialEndsAt: null,
        acceptsUnsignedCalls: false,
      },
      { kind: 'secret', clientSecret: 'hush' },
      connectionTerms,
    ),
  );
/** The application that reads the licences of a new product. */
const licencesOf = async (product: string, actedIn = books.context) => {
  const application = { clientId: randomUUID(), clientSecret: 'hush' };
  return done(await connectIdp(actedIn, workspaceId, product, application, webhookTerms.encryptionKey));
};
const newProduct = async () => {
  const slug = `p-${randomUUID()}`;
  await books.sell(workspaceId, slug);
  return slug;
};
const address = () => `${randomUUID()}@partner.example`;
const invited = async () =>
  done(await inviteMember(books.context, workspaceId, { email: address(), role: 'Viewer', tenantId: null }));
/** An unverified application. */
const claimed = async () => {
  const { apiClientId } = await books.client(workspaceId);
  const identity = { applicationId: randomUUID(), tenantId: randomUUID() };
  const { challenge } = done(
    await addApplicationCredential(books.context, workspaceId, apiClientId, identity),
  );
  return { identity, challenge };
};
const keyOf = async () => {
  const { apiKey } = await books.client(workspaceId);
  return apiKey.split('_')[1] ?? '';
};

const allowedNetworks = ['192.0.2.0/24'];

const serviceAccount = async () => {
  const role = 'Viewer';
  return done(await addServiceAccount(books.context, workspaceId, { name: randomUUID(), role }));
};
const serviceAccountKey = async () => {
  const { serviceAccountId } = await serviceAccount();
  const issued = await issueKey(
    books.context,
    workspaceId,
    { kind: 'service-account', id: serviceAccountId },
    {
      expiresAt: null,
    },
  );
  return { kind: 'service-account', id: serviceAccountId, keyId: done(issued).keyId } as const;
};

/** A member, and a subscription with a free seat. */
const seatless = async () => {
  const { subscriptionId, tenantId } = await books.createActive(workspaceId, {
    plan: 'premium',
    quantity: 1,
  });
  return { subscriptionId, memberId: await books.member(workspaceId, tenantId) };
};

/** A report that can be changed by hand. */
const heldReport = async () => {
  const now = books.clock.now();
  const hour = usageHourOf(new Date(now.getTime() - 2 * 3_600_000));
  const key = { subscriptionId: randomUUID(), dimension: 'rows', hour };
  const quantity = readQuantity(1) as Quantity;
  const submission = { ...key, reportId: randomUUID(), quantity, holdMinutes: 15 };
  const { report } = done(submit(null, submission, now));
  const address = { sourceName: 'Marketplace', marketplaceSubscriptionId: 'M', marketplacePlanId: 'P' };
  await insertReports(books.database, workspaceId, [{ ...address, report }]);
  return key;
};

/** The preparation of each action; it returns the action itself. */
const changes: Record<string, () => Promise<() => Promise<unknown>>> = {
  'member.invited': async () => () =>
    inviteMember(context(), workspaceId, { email: address(), role: 'Viewer', tenantId: null }),
  'member.invitation_renewed': async () => {
    const { memberId } = await invited();
    return () => renewInvitation(context(), workspaceId, memberId, undefined);
  },
  'member.role_changed': async () => {
    const { memberId } = await invited();
    return () => changeMemberRole(context(), workspaceId, memberId, 'Catalogue manager', 'any');
  },
  'member.removed': async () => {
    const { memberId } = await invited();
    return () => removeMember(context(), workspaceId, memberId);
  },
  'member.mails_changed': async () => {
    const { memberId } = await invited();
    await books.database
      .updateTable('workspace_members')
      .set({ joined_at: books.clock.now(), tenant_id: randomUUID(), object_id: randomUUID() })
      .where('member_id', '=', memberId)
      .execute();
    return () => changeMailPreferences(context(), workspaceId, memberId, { customersAtRisk: true });
  },
  'member.signed_in': async () => {
    const { email } = await invited();
    const user = {
      tenantId: randomUUID(),
      objectId: randomUUID(),
      name: 'Mara',
      username: email,
      isGuest: false,
    };
    done(await signInMember(books.context, user, '192.0.2.1'));
    books.clock.forward(1);
    return () => signInMember(books.context, user, '192.0.2.1');
  },
  'member.sign_in_refused': async () => {
    const { email, memberId } = await invited();
    done(await renewInvitation(books.context, workspaceId, memberId, randomUUID()));
    const user = {
      tenantId: randomUUID(),
      objectId: randomUUID(),
      name: 'Mara',
      username: email,
      isGuest: false,
    };
    return async () => {
      const refused = await signInMember(books.context, user, '192.0.2.1');
      expect(refused).toHaveProperty('code', 'auth.not_a_member');
    };
  },
  'member.signed_out': async () => {
    const { email } = await invited();
    const user = {
      tenantId: randomUUID(),
      objectId: randomUUID(),
      name: 'Mara',
      username: email,
      isGuest: false,
    };
    const { sessionText } = done(await signInMember(books.context, user, '192.0.2.1'));
    const session = await findSession(books.database, hashSecret(sessionText));
    if (!session) throw new Error('no session');
    books.clock.forward(1);
    return () => signOut(books.context, session, { everywhere: true, address: '192.0.2.1' });
  },
  'audit_log.exported': async () => () =>
    recordExport(context(), workspaceId, 'audit_log.exported', { format: randomUUID() }),
  'application_credential.verified': async () => {
    const { identity, challenge } = await claimed();
    return () => verifyApplicationCredential(context(), identity, challenge);
  },
  'application_credential.verification_failed': async () => {
    const { identity } = await claimed();
    return async () => {
      const refused = await verifyApplicationCredential(context(), identity, 'wrong');
      expect(refused).toHaveProperty('code', 'api_client.application_verification_failed');
    };
  },
  'member.joined': async () => {
    const { email } = await invited();
    const user = {
      tenantId: randomUUID(),
      objectId: randomUUID(),
      name: 'Mara',
      username: email,
      isGuest: false,
    };
    return () => signInMember(books.context, user, '192.0.2.1');
  },
  'workspace.settings_changed': async () => () =>
    changeWorkspaceSettings(context(), workspaceId, { usageHoldMinutes: 20 }, 'any'),
  'notice.done': async () => {
    const noticeId = await newNotice();
    return () => markNoticeDone(context(), workspaceId, noticeId, 'mara@partner.example');
  },
  'notice.reopened': async () => {
    const noticeId = await newNotice();
    await markNoticeDone(context(), workspaceId, noticeId, 'mara@partner.example');
    return () => reopenNotice(context(), workspaceId, noticeId);
  },
  'api_client.registered': async () => () => registerApiClient(context(), workspaceId, registration),
  'api_client.changed': async () => {
    const { apiClientId } = await books.client(workspaceId);
    return () => changeApiClient(context(), workspaceId, apiClientId, { name: 'Other' }, 'any');
  },
  'api_client.disabled': async () => {
    const { apiClientId } = await books.client(workspaceId);
    return () => setApiClientEnabled(context(), workspaceId, apiClientId, false);
  },
  'api_key.issued': async () => {
    const { apiClientId } = await books.client(workspaceId);
    return () =>
      issueKey(context(), workspaceId, { kind: 'api-client', id: apiClientId }, { expiresAt: null });
  },
  'api_key.rotated': async () => {
    const keyId = await keyOf();
    return () => rotateKey(context(), workspaceId, { kind: 'api-client', keyId }, { expiresAt: null });
  },
  'api_key.renamed': async () => {
    const keyId = await keyOf();
    return () => changeKey(context(), workspaceId, { kind: 'api-client', keyId }, { name: 'Production' });
  },
  'api_key.changed': async () => {
    const keyId = await keyOf();
    return () => changeKey(context(), workspaceId, { kind: 'api-client', keyId }, { allowedNetworks });
  },
  'api_key.revoked': async () => {
    const keyId = await keyOf();
    return () => revokeKey(context(), workspaceId, { kind: 'api-client', keyId });
  },
  'application_credential.added': async () => {
    const { apiClientId } = await books.client(workspaceId);
    const identity = { applicationId: randomUUID(), tenantId: randomUUID() };
    return () => addApplicationCredential(context(), workspaceId, apiClientId, identity);
  },
  'marketplace_connection.connected': async () => () => connected(context()),
  'marketplace_connection.changed': async () => {
    const key = await connected();
    const changes = { credentialEndsAt: new Date('2030-01-01T00:00:00Z') };
    return () => changeMarketplaceConnection(context(), key, changes, connectionTerms, 'any');
  },
  'marketplace_connection.removed': async () => {
    const key = await connected();
    return () => removeMarketplaceConnection(context(), key);
  },
  'marketplace_connection.reconciliation_asked': async () => {
    const { sourceName } = await connected();
    return () => requestReconciliation(context(), workspaceId, sourceName);
  },
  'idp_connection.connected': async () => {
    const product = await newProduct();
    return () => licencesOf(product, context());
  },
  'idp_connection.changed': async () => {
    const product = await newProduct();
    await licencesOf(product);
    return () => licencesOf(product, context());
  },
  'idp_connection.removed': async () => {
    const { productId } = await licencesOf(await newProduct());
    return () => removeIdpConnection(context(), workspaceId, productId);
  },
  'category.added': async () => () => addCategory(context(), workspaceId, { slug: newSlug(), name: 'Talk' }),
  'category.changed': async () => {
    const slug = newSlug();
    done(await addCategory(books.context, workspaceId, { slug, name: 'Talk' }));
    return () =>
      changeCatalogue(context(), workspaceId, { revision: 'any' }, renameCategory(slug, 'Conversation'));
  },
  'category.removed': async () => {
    const slug = newSlug();
    done(await addCategory(books.context, workspaceId, { slug, name: 'Talk' }));
    return () => changeCatalogue(context(), workspaceId, { revision: 'any' }, removeCategory(slug));
  },
  'product.added': async () => () => addProduct(context(), workspaceId, product(newSlug(), { editions: [] })),
  'product.changed': () => ofProduct(editProduct({ name: 'Other' })),
  'product.published': () => ofProduct(moveProduct('Published')),
  'product.archived': () => ofProduct(moveProduct('Archived')),
  'product.removed': () => ofProduct(removeProduct, { editions: [], plans: [] }),
  'edition.added': () => ofProduct(addEdition({ slug: 'premium', name: 'Premium' })),
  'edition.changed': () => ofProduct(editEdition('standard', { name: 'Other' })),
  'edition.removed': () => ofProduct(removeEdition('standard'), { plans: [] }),
  'plan.added': () => ofProduct(addPlan(plan('gold'))),
  'plan.changed': () => ofProduct(editPlan('basic', { limits: { rooms: 1 } })),
  'plan.published': () => ofProduct(movePlan('basic', 'Published')),
  'plan.archived': () => ofProduct(movePlan('basic', 'Archived')),
  'plan.removed': () => ofProduct(removePlan('basic')),
  'plan_mapping.added': () => ofProduct(addMapping('basic', mapping(newSlug()))),
  'plan_mapping.changed': () => {
    const own = { ...mapping(newSlug()), mappingId: randomUUID() };
    const dimensions = [{ id: 'posts', name: 'Posts', unit: 'posts' }];
    const plans = [plan('basic', { status: 'Draft', marketplace: [own] })];
    return ofProduct(editMapping(own.mappingId, { dimensions }), { plans });
  },
  'plan_mapping.removed': () => {
    const own = { ...mapping(newSlug()), mappingId: randomUUID() };
    const plans = [plan('basic', { status: 'Draft', marketplace: [own] })];
    return ofProduct(removeMapping(own.mappingId), { plans });
  },
  'organisation.added': async () => () =>
    addOrganisation(context(), workspaceId, { name: 'Contoso', tenantIds: [randomUUID()] }),
  'customer_member.added': async () => {
    const member = { tenantId: randomUUID(), objectId: randomUUID(), email: null, isActive: true };
    return () => saveMember(context(), workspaceId, member);
  },
  'customer_member.changed': async () => {
    const member = { tenantId: randomUUID(), objectId: randomUUID(), email: null, isActive: true };
    await saveMember(books.context, workspaceId, member);
    return () => saveMember(context(), workspaceId, { ...member, isActive: false });
  },
  'customer.changed': async () => {
    const tenantId = randomUUID();
    await addOrganisation(books.context, workspaceId, { name: 'Contoso', tenantIds: [tenantId] });
    return () => changeCustomer(context(), workspaceId, tenantId, { contactName: 'Ada' }, 'any');
  },
  'usage_limit.set': async () => {
    const limited = await limitedCustomer();
    return () => setPartnerLimit(context(), workspaceId, limited, partnerLimit);
  },
  'usage_limit.removed': async () => {
    const limited = await limitedCustomer();
    done(await setPartnerLimit(books.context, workspaceId, limited, partnerLimit));
    return () => removePartnerLimit(context(), workspaceId, limited);
  },
  'subscription.created': async () => () => createSubscription(context(), workspaceId, books.order(), note),
  'seat.assigned': async () => {
    const { subscriptionId, memberId } = await seatless();
    return () => assignSeat(context(), workspaceId, subscriptionId, memberId);
  },
  'seat.released': async () => {
    const { subscriptionId, memberId } = await seatless();
    done(await assignSeat(books.context, workspaceId, subscriptionId, memberId));
    return () => releaseSeat(context(), workspaceId, subscriptionId, memberId);
  },
  'usage_report.corrected': async () => {
    const key = await heldReport();
    const [quantity, replaces] = [readQuantity(2), readQuantity(1)] as [Quantity, Quantity];
    return () => correctUsageReport(context(), workspaceId, key, { quantity, replaces });
  },
  'usage_report.released': async () => {
    const key = await heldReport();
    return () => releaseUsageReport(context(), workspaceId, key);
  },
  'application_credential.removed': async () => {
    const { apiClientId } = await books.client(workspaceId);
    const identity = { applicationId: randomUUID(), tenantId: randomUUID() };
    const added = await addApplicationCredential(books.context, workspaceId, apiClientId, identity);
    const { credentialId } = done(added);
    return () => removeApplicationCredential(context(), workspaceId, credentialId);
  },
  'service_account.added': async () => () =>
    addServiceAccount(context(), workspaceId, { name: randomUUID(), role: 'Viewer' }),
  'service_account.removed': async () => {
    const { serviceAccountId } = await serviceAccount();
    return () => removeServiceAccount(context(), workspaceId, serviceAccountId);
  },
  'service_account_key.issued': async () => {
    const { serviceAccountId } = await serviceAccount();
    return () =>
      issueKey(
        context(),
        workspaceId,
        { kind: 'service-account', id: serviceAccountId },
        { expiresAt: null },
      );
  },
  'service_account_key.rotated': async () => {
    const key = await serviceAccountKey();
    return () => rotateKey(context(), workspaceId, key, { expiresAt: null });
  },
  'service_account_key.renamed': async () => {
    const key = await serviceAccountKey();
    return () => changeKey(context(), workspaceId, key, { name: 'Nightly' });
  },
  'service_account_key.changed': async () => {
    const key = await serviceAccountKey();
    return () => changeKey(context(), workspaceId, key, { allowedNetworks });
  },
  'service_account_key.revoked': async () => {
    const key = await serviceAccountKey();
    return () => revokeKey(context(), workspaceId, key);
  },
  'webhook_endpoint.added': async () => () =>
    addWebhookEndpoint(context(), workspaceId, endpointSettings, webhookTerms),
  'webhook_endpoint.changed': async () => {
    const key = await books.endpoint(workspaceId);
    return () => changeWebhookEndpoint(context(), key, { description: 'Other' }, webhookTerms, '*');
  },
  'webhook_endpoint.disabled': async () => {
    const key = await books.endpoint(workspaceId);
    return () => setWebhookEndpointEnabled(context(), key, false);
  },
  'webhook_endpoint.enabled': async () => {
    const key = await books.endpoint(workspaceId);
    done(await setWebhookEndpointEnabled(books.context, key, false));
    return () => setWebhookEndpointEnabled(context(), key, true);
  },
  'webhook_endpoint.removed': async () => {
    const key = await books.endpoint(workspaceId);
    return () => removeWebhookEndpoint(context(), key);
  },
  'webhook_endpoint.secret_rotated': async () => {
    const key = await books.endpoint(workspaceId);
    return () => rotateWebhookSecret(context(), key, webhookTerms.encryptionKey);
  },
  'webhook_endpoint.test_sent': async () => {
    const key = await books.endpoint(workspaceId);
    return () => sendTestEvent(context(), key);
  },
  'webhook_endpoint.replayed': async () => {
    await books.create(workspaceId);
    const key = await books.endpoint(workspaceId);
    const range = { from: books.in(-1), until: books.in(1), outcomes: ['Missed'] } as const;
    return () => replayDeliveries(context(), key, range);
  },
};

const partnerLimit = { quantity: 5, per: 'Day', action: 'Deny', reason: 'test', endsAt: null } as const;
/** A dimension of a customer that can have a usage limit. */
async function limitedCustomer() {
  const product = newSlug();
  done(await addProduct(books.context, workspaceId, meteredProduct(product)));
  const rest = { product, source: 'Marketplace', marketplaceSubscriptionId: randomUUID() } as const;
  const { tenantId } = await books.createActive(workspaceId, rest);
  return { tenantId, product, dimension: 'calls' };
}

const newSlug = () => randomUUID();
async function newNotice(): Promise<string> {
  const notice = { kind: 'UsageRejected', key: randomUUID(), facts: { reason: 'none' } } as const;
  await insertNotices(books.database, workspaceId, [notice], books.context);
  const question = { state: 'Open', kind: 'Any', limit: 1 } as const;
  const [stored] = await listNotices(books.database, workspaceId, question);
  return stored?.noticeId ?? '';
}
const mapping = (offerId: string) => ({ sourceName: 'Marketplace', offerId, planId: 'one', dimensions: [] });

/** A change of a draft product. */
async function ofProduct(edit: ProductEdit, rest: Partial<ProductDefinition> = {}) {
  const slug = newSlug();
  const plans = [plan('basic', { status: 'Draft' })];
  done(await addProduct(books.context, workspaceId, product(slug, { status: 'Draft', plans, ...rest })));
  return () => changeProduct(context(), workspaceId, { product: slug, revision: 'any' }, edit);
}

/** Every table that these actions write. */
async function everything(): Promise<unknown[]> {
  const tables = [
    'workspaces',
    'workspace_members',
    'admin_sessions',
    'api_clients',
    'api_client_products',
    'api_keys',
    'application_credentials',
    'service_accounts',
    'notices',
    'marketplace_connections',
    'idp_connections',
    'organisations',
    'tenants',
    'members',
    'subscriptions',
    'subscription_history',
    'seats',
    'usage_reports',
    'usage_limits',
    'entitlements',
    'webhook_endpoints',
    'webhook_deliveries',
    'events',
    'audit_entries',
    'catalogues',
    'categories',
    'products',
    'product_revisions',
    'product_versions',
    'editions',
    'plans',
    'plan_revisions',
    'marketplace_mappings',
    'meter_dimensions',
  ];
  const reads = tables.map(
    (table) => sql`select ${table}::text as "table", to_jsonb(row) as row from ${sql.table(table)} as row`,
  );
  const { rows } = await sql`${sql.join(reads, sql` union all `)} order by 1, 2`.execute(books.database);
  return rows;
}

const entries = () => listAuditEntries(books.database, workspaceId, { limit: 1_000 });

describe.each(Object.keys(changes))('%s', (action) => {
  it('is in the audit log once, with its change', async () => {
    books.clock.forward(1);
    const change = await changes[action]?.();
    const before = await entries();
    // Entries of one instant have no order.
    books.clock.forward(1);
    done(await change?.());
    const added = (await entries()).slice(0, -before.length || undefined);
    expect(added.map((entry) => entry.action)).toEqual([action]);
    expect(added[0]?.before !== null || added[0]?.after !== null).toBe(true);
  });

  it('is rolled back when the audit log cannot be written', async () => {
    const change = await changes[action]?.();
    const before = await everything();
    await books.whileClosed('audit_entries', async () => {
      await expect(change?.()).rejects.toThrow('this book is closed');
    });
    expect(await everything()).toEqual(before);
  });
});

it('the audit log has one entry per hour for refused sign-ins of one invitation, and for one export', async () => {
  const { email, memberId } = await invited();
  done(await renewInvitation(books.context, workspaceId, memberId, randomUUID()));
  const tries = async () => {
    for (let count = 0; count < 5; count += 1) {
      const user = {
        tenantId: randomUUID(),
        objectId: randomUUID(),
        name: 'X',
        username: email,
        isGuest: false,
      };
      await signInMember(books.context, user, '192.0.2.1');
      await recordExport(context(), workspaceId, 'catalogue.exported', { revision: 7 });
    }
  };
  const before = (await entries()).length;
  await tries();
  expect((await entries()).length).toBe(before + 2);
  books.clock.forward(60 * 60_000 + 1);
  await tries();
  expect((await entries()).length).toBe(before + 4);
});

it('the audit log has no entry for actions without a user', async () => {
  const before = await entries();
  done(await registerApiClient(books.context, workspaceId, registration));
  expect(await entries()).toEqual(before);
});
