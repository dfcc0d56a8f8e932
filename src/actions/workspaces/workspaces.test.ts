import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { refuse, refuseUnknown } from '../../core/refusal.ts';
import { findProductIds } from '../../storage/catalogue/products.ts';
import { addCategory, addProduct } from '../catalogue/change-catalogue.ts';
import { registerApiClient, setApiClientEnabled } from '../clients/api-clients.ts';
import { addApplicationCredential } from '../clients/application-credentials.ts';
import { issueKey, revokeKey, rotateKey } from '../clients/keys.ts';
import { connectIdp } from '../entitlements/idp-connections.ts';

// Moves, seats, members and plans have the same tests with their own actions.

let books: Books;
let ours: string;
let theirs: string;
let client: { readonly apiClientId: string; readonly apiKey: string };
beforeAll(async () => {
  books = await Books.open();
  ours = await books.workspace();
  theirs = await books.workspace();
  client = await books.client(theirs);
  await books.sell(theirs, 'lantern');
  await addCategory(books.context, theirs, { slug: 'writing', name: 'Writing' });
});
afterAll(() => books.close());

/** Every row of the other workspace that these actions could reach. */
async function rowsOfOtherWorkspace(): Promise<unknown[]> {
  const tables = ['api_clients', 'api_keys', 'products', 'categories', 'idp_connections'];
  const rows: unknown[] = [];
  for (const table of tables) {
    const result = await sql`
      select to_jsonb(row) as row from ${sql.table(table)} as row
      where workspace_id = ${theirs} order by to_jsonb(row)::text`.execute(books.database);
    rows.push(...result.rows);
  }
  return rows;
}

let before: unknown[];
beforeEach(async () => {
  before = await rowsOfOtherWorkspace();
});

describe("an action with another workspace's ids changes nothing there", () => {
  const keyId = () => client.apiKey.split('_')[1] ?? '';
  const unchanged = async () => expect(await rowsOfOtherWorkspace()).toEqual(before);

  it('revoking a key', async () => {
    expect(await revokeKey(books.context, ours, { kind: 'api-client', keyId: keyId() })).toEqual(
      refuseUnknown('keyId', 'key'),
    );
    await unchanged();
  });

  it('rotating a key', async () => {
    expect(
      await rotateKey(books.context, ours, { kind: 'api-client', keyId: keyId() }, { expiresAt: null }),
    ).toEqual(refuseUnknown('keyId', 'key'));
    await unchanged();
  });

  it('issuing a key for a client', async () => {
    expect(
      await issueKey(
        books.context,
        ours,
        { kind: 'api-client', id: client.apiClientId },
        { expiresAt: null },
      ),
    ).toEqual(refuseUnknown('apiClientId', 'API client'));
    await unchanged();
  });

  it('adding an application to a client', async () => {
    const identity = { applicationId: client.apiClientId, tenantId: client.apiClientId };
    expect(await addApplicationCredential(books.context, ours, client.apiClientId, identity)).toEqual(
      refuseUnknown('apiClientId', 'API client'),
    );
    await unchanged();
  });

  it('disabling a client', async () => {
    expect(await setApiClientEnabled(books.context, ours, client.apiClientId, false)).toEqual(
      refuseUnknown('apiClientId', 'API client'),
    );
    await unchanged();
  });

  it('registering a client for a product', async () => {
    const registration = { name: 'Client', scopes: [], products: ['lantern'], rateLimitPerMinute: null };
    expect(await registerApiClient(books.context, ours, registration)).toMatchObject({
      args: { issues: [{ path: 'products.0', rule: 'reference' }] },
    });
    await unchanged();
  });

  it('adding a product to a category', async () => {
    const added = await addProduct(books.context, ours, product('quill', { categories: ['writing'] }));
    expect(added).toMatchObject({ args: { issues: [{ path: 'categories.0', rule: 'reference' }] } });
    await unchanged();
  });

  it('connecting a product to the identity provider', async () => {
    const application = { clientId: client.apiClientId, clientSecret: 'secret' };
    const key = { current: new Uint8Array(32), old: [] };
    expect(await connectIdp(books.context, ours, 'lantern', application, key)).toEqual(
      refuse('product.not_found', { product: 'lantern' }),
    );
    await unchanged();
  });
});

describe('a product', () => {
  it.each([
    ['a slug', product('forum'), 'slug'],
    [
      'a marketplace mapping',
      product('quill', {
        plans: [
          plan('quill', {
            marketplace: [
              { sourceName: 'Marketplace', offerId: 'forum-offer', planId: 'plan-1', dimensions: [] },
            ],
          }),
        ],
      }),
      'plans.0.marketplace.0',
    ],
  ])('with %s of another product is refused', async (_, definition, path) => {
    expect(await addProduct(books.context, ours, definition)).toMatchObject({
      code: 'request.validation_failed',
      args: { issues: [{ path, rule: 'unique' }] },
    });
    expect(await findProductIds(books.database, ours, ['quill'])).toEqual(new Map());
  });
});
